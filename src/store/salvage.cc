#include "store/salvage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <optional>
#include <unordered_set>

namespace hm {
namespace {

// Steps over one number at a time, then in ever longer strides: the numbers may end far away.
constexpr int single_steps = 100'000;
// After so many, and twice as many, and so on, it first looks whether anything ahead can be reached at all.
constexpr int steps_before_looking_ahead = 64;

HM_ENUM(Direction, up, down)

// A table whose rows have numbers: any row can be sought by its number, past a page that cannot be read.
class NumberedTable {
public:
    NumberedTable(Connection& damaged, const SalvageTable& table, const TakeRow& take)
        : damaged_(damaged), table_(table), take_(take) {}

    Result<Salvaged> run() {
        HM_TRY(read(Direction::up));
        // Whole from end to end: there is nothing the other way round would find.
        if (salvaged_.gaps > 0) HM_TRY(read(Direction::down));
        return salvaged_;
    }

private:
    using Number = std::int64_t;

    struct Stretch {
        std::optional<Number> last;  // the last row that was read
        bool has_ended = false;
    };

    static std::string order(Direction direction, std::string_view compare) {
        return fmt::format("NOT INDEXED WHERE rowid{}{}? ORDER BY rowid {}", direction == Direction::up ? ">" : "<",
                           compare, direction == Direction::up ? "ASC" : "DESC");
    }

    Result<void> read(Direction direction) {
        std::optional<Number> begin =
            direction == Direction::up ? std::numeric_limits<Number>::min() : std::numeric_limits<Number>::max();
        while (begin) {
            HM_TRY_ASSIGN(const Stretch stretch, read_stretch(direction, *begin));
            if (stretch.has_ended) return {};
            ++salvaged_.gaps;
            begin = behind_gap(direction, stretch.last ? step(direction, *stretch.last, 1) : begin);
        }
        return {};
    }

    // Reads from `begin` on until the end or until something cannot be read.
    Result<Stretch> read_stretch(Direction direction, Number begin) {
        Stretch stretch;
        auto rows = damaged_.prepare(fmt::format("SELECT rowid,{} FROM {} {}", fmt::join(table_.columns, ","),
                                                 table_.name, order(direction, "=")));
        if (!rows) return stretch;
        rows->bind(1, begin);
        while (true) {
            const auto has_row = rows->step();
            if (!has_row) return stretch;
            stretch.has_ended = !*has_row;
            if (stretch.has_ended) return stretch;
            const Number number = rows->integer(0);
            const bool is_out_of_order =
                stretch.last && (direction == Direction::up ? number <= *stretch.last : number >= *stretch.last);
            if (is_out_of_order) return stretch;
            stretch.last = number;
            if (!seen_.insert(number).second) continue;
            HM_TRY(take_(*rows, 1));
            ++salvaged_.rows;
        }
    }

    HM_ENUM(Found, row, end, unreadable)

    struct Place {
        Found found = Found::unreadable;
        Number number = 0;
    };

    static Place seek_to(Statement& seek, Number at) {
        seek.bind(1, at);
        const auto has_row = seek.step();
        const Place place = !has_row ? Place{} : !*has_row ? Place{Found::end, 0} : Place{Found::row, seek.integer(0)};
        seek.reset();
        return place;
    }

    // The number of the next row that can be found; when that is the one that failed, the one behind it.
    std::optional<Number> behind_gap(Direction direction, std::optional<Number> at) {
        auto seek =
            damaged_.prepare(fmt::format("SELECT rowid FROM {} {} LIMIT 1", table_.name, order(direction, "=")));
        if (!seek) return std::nullopt;
        const std::optional<Number> failed_at = at;
        Number stride = 1;
        int look_at = steps_before_looking_ahead;
        for (int steps = 0; at; ++steps) {
            const Place place = seek_to(*seek, *at);
            if (place.found == Found::end) return std::nullopt;
            // Its key can be read but its content cannot, else the stretch would have gone on.
            if (place.found == Found::row && at == failed_at) return step(direction, place.number, 1);
            if (place.found == Found::row) return place.number;
            if (steps == look_at) {
                if (!is_anything_ahead(*seek, direction, *at)) return std::nullopt;
                look_at *= 2;
            }
            if (steps >= single_steps) stride = stride > (Number{1} << 60U) ? stride : stride * 2;
            at = step(direction, *at, stride);
        }
        return std::nullopt;
    }

    // Tries ever farther numbers. A table whose root is destroyed answers none of them.
    static bool is_anything_ahead(Statement& seek, Direction direction, Number at) {
        for (unsigned power = 0; power < 62; ++power) {
            const auto ahead = step(direction, at, Number{1} << power);
            if (!ahead) return false;
            if (seek_to(seek, *ahead).found != Found::unreadable) return true;
        }
        return false;
    }

    static std::optional<Number> step(Direction direction, Number at, Number stride) {
        Number next = 0;
        const bool is_past = direction == Direction::up ? __builtin_add_overflow(at, stride, &next)
                                                        : __builtin_sub_overflow(at, stride, &next);
        return is_past ? std::nullopt : std::optional(next);
    }

    Connection& damaged_;
    const SalvageTable& table_;
    const TakeRow& take_;
    std::unordered_set<Number> seen_;
    Salvaged salvaged_;
};

// A table that is its own index: read from both ends, then row by row of each owner.
class KeyedTable {
public:
    KeyedTable(Connection& damaged, const SalvageTable& table, const TakeRow& take)
        : damaged_(damaged), table_(table), take_(take) {}

    Result<Salvaged> run(const std::vector<std::string>& owners) {
        HM_TRY_ASSIGN(const bool is_whole, read(fmt::format("ORDER BY {}", fmt::join(table_.key, ",")), nullptr));
        if (is_whole) return salvaged_;
        HM_TRY(read(fmt::format("ORDER BY {} DESC", fmt::join(table_.key, " DESC,")), nullptr));
        for (const std::string& owner : owners) {
            HM_TRY(read(fmt::format("WHERE {}=? ORDER BY {}", table_.key.front(), fmt::join(table_.key, ",")), &owner));
        }
        return salvaged_;
    }

private:
    Result<bool> read(const std::string& which, const std::string* owner) {
        auto rows = damaged_.prepare(fmt::format("SELECT {},{} FROM {} {}", fmt::join(table_.key, "||char(31)||"),
                                                 fmt::join(table_.columns, ","), table_.name, which));
        if (!rows) return end_with_gap();
        if (owner != nullptr) rows->bind(1, std::string_view(*owner));
        while (true) {
            const auto has_row = rows->step();
            if (!has_row) return end_with_gap();
            if (!*has_row) return true;
            if (!seen_.emplace(rows->text(0)).second) continue;
            HM_TRY(take_(*rows, 1));
            ++salvaged_.rows;
        }
    }

    bool end_with_gap() {
        ++salvaged_.gaps;
        return false;
    }

    Connection& damaged_;
    const SalvageTable& table_;
    const TakeRow& take_;
    std::unordered_set<std::string> seen_;
    Salvaged salvaged_;
};

}  // namespace

Result<Salvaged> salvage_table(Connection& damaged, const SalvageTable& table, const std::vector<std::string>& owners,
                               const TakeRow& take) {
    if (table.key.empty()) return NumberedTable(damaged, table, take).run();
    return KeyedTable(damaged, table, take).run(owners);
}

}  // namespace hm
