#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "store/files/whole_file.h"
#include "store/project/recover.h"

namespace hm {
namespace {

// The parts of SQLite's file format that are needed here: https://sqlite.org/fileformat2.html
constexpr unsigned char table_leaf = 0x0D;
constexpr unsigned char table_interior = 0x05;
constexpr unsigned char index_leaf = 0x0A;
constexpr unsigned char index_interior = 0x02;
constexpr std::size_t leaf_header = 8;
constexpr std::size_t interior_header = 12;

using PageNumber = std::uint32_t;

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < size; ++i) number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
    return number;
}

// Reads numbers of one to nine bytes; is_good turns false past the end of the bytes.
struct NumberReader {
    std::string_view bytes;
    std::size_t at = 0;
    bool is_good = true;

    std::uint64_t next() {
        std::uint64_t number = 0;
        for (int i = 0; i < 9; ++i, ++at) {
            if (at >= bytes.size()) {
                is_good = false;
                return 0;
            }
            const auto byte = static_cast<unsigned char>(bytes[at]);
            if (i == 8) {
                ++at;
                return number << 8U | byte;
            }
            number = number << 7U | (byte & 0x7FU);
            if ((byte & 0x80U) == 0) {
                ++at;
                return number;
            }
        }
        return number;
    }
};

}  // namespace

// What a column of a record may hold.
struct ColumnShape {
    std::string type;  // INTEGER, TEXT, REAL, BLOB
    bool may_be_null = false;
    bool may_be_missing = false;  // from a record that is older than the column
};

namespace {

using RowShape = std::vector<ColumnShape>;

bool holds(const ColumnShape& column, std::uint64_t kind) {
    if (kind == 0) return column.may_be_null;
    if (kind >= 12) return column.type == (kind % 2 == 0 ? "BLOB" : "TEXT");
    const bool is_real = kind == 7;
    return column.type == "REAL" || (column.type == "INTEGER" && !is_real);
}

// Whether a record begins at `at`, as one of that shape begins.
bool is_record(std::string_view page, std::size_t at, std::uint64_t size, const RowShape& shape) {
    NumberReader reader{page, at};
    const std::uint64_t header = reader.next();
    if (!reader.is_good || header > size || header > page.size() - at) return false;
    std::size_t column = 0;
    for (; reader.at < at + header; ++column) {
        const std::uint64_t kind = reader.next();
        if (!reader.is_good || column >= shape.size() || !holds(shape[column], kind)) return false;
    }
    if (reader.at != at + header || column == 0) return false;
    return std::all_of(shape.begin() + static_cast<std::ptrdiff_t>(column), shape.end(),
                       [](const ColumnShape& each) { return each.may_be_missing; });
}

// Where the cells of a page begin; nothing when one of them would lie outside it.
std::optional<std::vector<std::size_t>> cells_of(std::string_view page, std::size_t header) {
    const std::size_t count = number_at(page, 3, 2);
    const std::size_t first = header + count * 2;
    if (first > page.size()) return std::nullopt;
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = number_at(page, header + i * 2, 2);
        if (at < first || at + 4 > page.size()) return std::nullopt;
        cells.push_back(at);
    }
    return cells;
}

// Whether the page is an undamaged leaf with records of that shape.
bool is_leaf_of(std::string_view page, const RowShape& shape, bool is_numbered) {
    if (static_cast<unsigned char>(page.front()) != (is_numbered ? table_leaf : index_leaf)) return false;
    const auto cells = cells_of(page, leaf_header);
    if (!cells || cells->empty()) return false;
    std::optional<std::int64_t> before;
    for (const std::size_t cell : *cells) {
        NumberReader reader{page, cell};
        const std::uint64_t size = reader.next();
        if (is_numbered) {
            const auto number = static_cast<std::int64_t>(reader.next());
            if (before && number <= *before) return false;
            before = number;
        }
        if (!reader.is_good || !is_record(page, reader.at, size, shape)) return false;
    }
    return true;
}

}  // namespace

class LeafPages {
    struct Tree {
        std::string name;  // of the table or the index
        PageNumber root = 0;
        bool is_numbered = false;
        RowShape shape;  // of a table's rows; empty for what is no table of ours
        bool has_lost_part = false;
        std::vector<PageNumber> leaves;

        bool fits(std::string_view page) const { return is_leaf_of(page, shape, is_numbered); }
    };

public:
    LeafPages(Connection& damaged, Connection& alike) : damaged_(damaged) {
        read_trees(alike);
        for (Tree& tree : trees_) walk(tree);
        pass_over_free_pages();
        give_orphans();
    }

    // Puts each undamaged leaf of the table in the place of its root and calls `read`.
    Result<void> read_each(const std::string& table, const std::function<Result<void>()>& read) {
        const auto tree = std::find_if(trees_.begin(), trees_.end(), [&](const Tree& each) {
            return each.name == table && !each.shape.empty() && is_page(each.root);
        });
        if (tree == trees_.end()) return {};
        // Another connection than the one that reads: that one then forgets the page it had.
        auto writer = Connection::open(damaged_.path(), OpenMode::damaged, damaged_.deadline());
        if (!writer) return {};
        for (const PageNumber leaf : tree->leaves) {
            const std::string page = page_at(leaf);
            if (page.empty() || !tree->fits(page)) continue;
            auto put = (*writer)->prepare("UPDATE sqlite_dbpage SET data=CAST(?1 AS BLOB) WHERE pgno=?2");
            if (!put) return {};
            bind_all(*put, std::string_view(page), std::int64_t{tree->root});
            if (!put->run()) return {};
            HM_TRY(read());
        }
        return {};
    }

private:
    bool is_page(PageNumber number) const { return number > 1 && number <= page_count_; }

    // "" when it cannot be read.
    std::string page_at(PageNumber number) {
        auto read = damaged_.prepare("SELECT data FROM sqlite_dbpage WHERE pgno=?");
        if (!read) return {};
        read->bind(1, std::int64_t{number});
        const auto has_row = read->step();
        std::string page = has_row && *has_row ? std::string(read->text(0)) : std::string();
        return page.size() < 512 ? std::string() : page;
    }

    void read_trees(Connection& alike) {
        if (auto count = damaged_.prepare("PRAGMA page_count"); count && count->step()) {
            page_count_ = static_cast<PageNumber>(count->integer(0));
        }
        auto roots = damaged_.prepare("SELECT type, name, rootpage FROM sqlite_schema WHERE rootpage>1");
        if (!roots) return;
        for (auto has_row = roots->step(); has_row && *has_row; has_row = roots->step()) {
            Tree tree{.name = std::string(roots->text(1)), .root = static_cast<PageNumber>(roots->integer(2))};
            if (roots->text(0) == "table") add_shape(tree, alike);
            trees_.push_back(std::move(tree));
        }
    }

    // In the order in which SQLite stores the columns: without row numbers the key comes first.
    static void add_shape(Tree& tree, Connection& alike) {
        auto columns = alike.prepare(
            "SELECT i.type, i.\"notnull\", i.dflt_value, i.pk, l.wr FROM pragma_table_info(?1) AS i, "
            "pragma_table_list AS l WHERE l.name=?1 AND l.schema='main' "
            "ORDER BY CASE WHEN l.wr=1 AND i.pk>0 THEN i.pk ELSE 1000+i.cid END");
        if (!columns) return;
        columns->bind(1, std::string_view(tree.name));
        for (auto has_row = columns->step(); has_row && *has_row; has_row = columns->step()) {
            tree.is_numbered = columns->integer(4) == 0;
            // The row's number is not stored again in the column that names it.
            const bool is_number = tree.is_numbered && columns->integer(3) > 0 && columns->text(0) == "INTEGER";
            const bool may_be_null = columns->integer(1) == 0;
            tree.shape.push_back(
                {std::string(columns->text(0)), may_be_null || is_number, may_be_null || !columns->is_null(2)});
        }
    }

    void walk(Tree& tree) {
        std::vector<PageNumber> open{tree.root};
        while (!open.empty()) {
            const PageNumber number = open.back();
            open.pop_back();
            if (!is_page(number) || !reached_.insert(number).second) {
                tree.has_lost_part = true;
                continue;
            }
            const std::string page = page_at(number);
            const auto sort = page.empty() ? '\0' : static_cast<unsigned char>(page.front());
            if (sort == table_leaf || sort == index_leaf) {
                tree.leaves.push_back(number);
                continue;
            }
            const auto below = sort == table_interior || sort == index_interior ? pages_below(page) : std::nullopt;
            if (below) {
                open.insert(open.end(), below->begin(), below->end());
            } else {
                tree.has_lost_part = true;
            }
        }
    }

    // Nothing when one of them cannot be: then nothing that the page says is believed.
    std::optional<std::vector<PageNumber>> pages_below(std::string_view page) const {
        const auto cells = cells_of(page, interior_header);
        if (!cells) return std::nullopt;
        std::vector<PageNumber> below{number_at(page, 8, 4)};
        for (const std::size_t cell : *cells) below.push_back(number_at(page, cell, 4));
        const bool are_pages = std::all_of(below.begin(), below.end(),
                                           [&](PageNumber each) { return is_page(each) && !reached_.contains(each); });
        return are_pages ? std::optional(std::move(below)) : std::nullopt;
    }

    // Free pages may hold rows that were deleted or are elsewhere by now.
    void pass_over_free_pages() {
        const std::string first = page_at(1);
        PageNumber trunk = first.empty() ? 0 : number_at(first, 32, 4);
        while (is_page(trunk) && reached_.insert(trunk).second) {
            const std::string page = page_at(trunk);
            if (page.empty()) return;
            const std::size_t count = number_at(page, 4, 4);
            if (count > page.size() / 4 - 2) return;
            for (std::size_t i = 0; i < count; ++i) reached_.insert(number_at(page, 8 + i * 4, 4));
            trunk = number_at(page, 0, 4);
        }
    }

    // A leaf whose upper pages are destroyed belongs to the one tree that lost a part and has such rows.
    void give_orphans() {
        for (PageNumber number = 2; number <= page_count_; ++number) {
            if (reached_.contains(number)) continue;
            const std::string page = page_at(number);
            if (page.empty()) continue;
            const bool is_index = static_cast<unsigned char>(page.front()) == index_leaf;
            Tree* owner = nullptr;
            std::size_t owners = 0;
            for (Tree& tree : trees_) {
                const bool is_possible = tree.shape.empty() ? is_index : tree.fits(page);
                if (!tree.has_lost_part || !is_possible) continue;
                owner = &tree;
                ++owners;
            }
            if (owners == 1) owner->leaves.push_back(number);
        }
    }

    Connection& damaged_;
    PageNumber page_count_ = 0;
    std::vector<Tree> trees_;
    std::unordered_set<PageNumber> reached_;
};

namespace {

// Steps over one number at a time, then in ever longer strides: the numbers may end far away.
constexpr int single_steps = 2'000;
// After so many, and twice as many, and so on, it first looks whether anything ahead can be reached at all.
constexpr int steps_before_looking_ahead = 64;

HM_ENUM(Direction, up, down)

// A table whose rows have numbers: any row can be sought by its number, past a page that cannot be read.
class NumberedTable {
public:
    NumberedTable(Connection& damaged, const SalvageTable& table, const TakeRow& take)
        : damaged_(damaged), table_(table), take_(take) {}

    Result<Salvaged> run(const std::function<LeafPages&()>& pages) {
        HM_TRY(read(Direction::up));
        // Whole from end to end: there is nothing the other way round would find.
        if (salvaged_.gaps == 0) return salvaged_;
        HM_TRY(read(Direction::down));
        const std::size_t gaps = salvaged_.gaps;
        HM_TRY(pages().read_each(table_.name, [&] { return read(Direction::up); }));
        salvaged_.gaps = gaps;  // the same ones once more
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

    Result<Salvaged> run(const std::vector<std::string>& owners, const std::function<LeafPages&()>& pages) {
        const std::string in_order = fmt::format("ORDER BY {}", fmt::join(table_.key, ","));
        HM_TRY_ASSIGN(const bool is_whole, read(in_order, nullptr));
        if (is_whole) return salvaged_;
        HM_TRY(read(fmt::format("ORDER BY {} DESC", fmt::join(table_.key, " DESC,")), nullptr));
        for (const std::string& owner : owners) {
            HM_TRY(read(fmt::format("WHERE {}=? ORDER BY {}", table_.key.front(), fmt::join(table_.key, ",")), &owner));
        }
        const std::size_t gaps = salvaged_.gaps;
        const auto read_page = [&]() -> Result<void> {
            HM_TRY(read(in_order, nullptr));
            return {};
        };
        HM_TRY(pages().read_each(table_.name, read_page));
        salvaged_.gaps = gaps;
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

Salvage::Salvage(Connection& damaged, Connection& alike) : damaged_(damaged), alike_(alike) {}

Salvage::~Salvage() = default;

LeafPages& Salvage::leaf_pages() {
    if (!leaf_pages_) leaf_pages_ = std::make_unique<LeafPages>(damaged_, alike_);
    return *leaf_pages_;
}

Result<Salvaged> Salvage::take(const SalvageTable& table, const std::vector<std::string>& owners, const TakeRow& take) {
    const auto pages = [&]() -> LeafPages& { return leaf_pages(); };
    if (table.key.empty()) return NumberedTable(damaged_, table, take).run(pages);
    return KeyedTable(damaged_, table, take).run(owners, pages);
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t page_size = 4096;

struct Page {
    std::size_t number = 0;
    std::string bytes;
};

std::string read_page(std::ifstream& file, std::size_t number) {
    std::string bytes(page_size, '\0');
    file.seekg(static_cast<std::streamoff>((number - 1) * page_size));
    file.read(bytes.data(), static_cast<std::streamsize>(page_size));
    return bytes;
}

Result<std::vector<std::size_t>> schema_page_numbers(Connection& store) {
    HM_TRY_ASSIGN(Statement read,
                  store.prepare("SELECT pageno FROM dbstat WHERE name='sqlite_schema' ORDER BY pageno"));
    std::vector<std::size_t> numbers;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return numbers;
        numbers.push_back(static_cast<std::size_t>(read.integer(0)));
    }
}

Result<std::vector<Page>> pages_of_new_store(Migrations migrations, const fs::path& scratch, Deadline deadline) {
    std::vector<std::size_t> numbers;
    {
        HM_TRY_ASSIGN(auto store, Connection::open(scratch.string(), OpenMode::create, deadline));
        HM_TRY(migrate(*store, migrations));
        HM_TRY_ASSIGN(numbers, schema_page_numbers(*store));
    }
    std::vector<Page> pages;
    std::ifstream file(scratch, std::ios::binary);
    for (const std::size_t number : numbers) pages.push_back({number, read_page(file, number)});
    return pages;
}

void write_number(std::string& bytes, std::size_t at, std::size_t value) {
    for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(value >> (8 * (3 - i)));
}

}  // namespace

bool has_whole_schema(Connection& damaged) {
    const auto version = read_schema_version(damaged);
    if (!version || *version == 0) return false;
    auto read = damaged.prepare("SELECT name, rootpage, sql FROM sqlite_schema");
    if (!read) return false;
    while (true) {
        const auto has_row = read->step();
        if (!has_row) return false;
        if (!*has_row) return true;
    }
}

Result<void> replace_schema_pages(const fs::path& damaged, Migrations migrations, const fs::path& scratch,
                                  Deadline deadline) {
    auto pages = pages_of_new_store(migrations, scratch, deadline);
    remove_database(scratch);
    if (!pages) return fail(std::move(pages).error());
    std::error_code error;
    const std::size_t page_count = fs::file_size(damaged, error) / page_size;
    std::fstream file(damaged, std::ios::binary | std::ios::in | std::ios::out);
    for (Page& page : *pages) {
        if (page.number > page_count) continue;
        if (page.number == 1) {
            constexpr std::size_t size_in_pages = 28;
            constexpr std::size_t first_free_page = 32;
            constexpr std::size_t free_pages = 36;
            write_number(page.bytes, size_in_pages, page_count);
            write_number(page.bytes, first_free_page, 0);
            write_number(page.bytes, free_pages, 0);
        }
        file.seekp(static_cast<std::streamoff>((page.number - 1) * page_size));
        file.write(page.bytes.data(), static_cast<std::streamsize>(page_size));
    }
    file.flush();
    if (file) return {};
    return fail(ErrorCode::io, fmt::format("Cannot write {}.", damaged.string()), "Free some space and try again.");
}

}  // namespace hm
