#include "support/random_graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "app/project/project.h"
#include "store/records/any_record.h"
#include "store/records/reading.h"

namespace hm::testing {
namespace {

class GraphMaker {
public:
    GraphMaker(Transaction& transaction, std::uint64_t seed, int count)
        : transaction_(transaction), random_(seed), seed_(seed), count_(count) {}

    void run() {
        for (const AnyNoun& noun : all_nouns()) {
            for (int i = 0; i < count_; ++i) ids_[std::string(noun.table.noun)].push_back(next_id());
        }
        for (const AnyNoun& noun : all_nouns()) {
            for (int i = 0; i < count_; ++i) put(noun, i);
        }
    }

private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
    bool chance() { return below(2) == 0; }

    std::string next_id() {
        return fmt::format("0193{:04x}-{:04x}-7{:03x}-8{:03x}-{:012x}", seed_ & 0xFFFFU, below(0x10000), below(0x1000),
                           below(0x1000), ++made_);
    }

    // Unique, and full of what JSON, lines and merges trip over.
    std::string text(std::size_t min, std::size_t max) {
        static const std::vector<std::string> pieces{"a",  "Z", "7",         " ",  "\"",   "\\",   "\n",
                                                     "\t", "é", "漢",        "🐝", "{",    "}",    "[",
                                                     "]",  ",", "<<<<<<< x", "'",  "</p>", "\x01", "\r"};
        std::string made = std::to_string(++made_);
        std::size_t length = made.size();
        const std::size_t wanted = std::max(min, std::min(max, length + below(40)));
        while (length < wanted) {
            const std::string& piece = pieces[below(pieces.size())];
            const std::size_t more = count_characters(piece);
            if (length + more > max) continue;
            made += piece;
            length += more;
        }
        return made;
    }

    json::value value(const Shape& shape, const std::string& table, const std::string& column) {
        switch (shape.kind) {
            case ShapeKind::text: return json::value(text(shape.min, shape.max));
            case ShapeKind::integer: return static_cast<std::int64_t>(below(1'000'000)) - 500'000;
            case ShapeKind::number: return std::uniform_real_distribution<double>(0, 1)(random_);
            case ShapeKind::boolean: return chance();
            case ShapeKind::choice: return json::value(shape.choices[below(shape.choices.size())]);
            case ShapeKind::time: return static_cast<std::int64_t>(1'700'000'000'000 + below(100'000'000'000));
            case ShapeKind::duration: return json::value(fmt::format("{}m", 1 + below(59)));
            case ShapeKind::id: return json::value(reference(table, column));
            case ShapeKind::object:
            case ShapeKind::list:
            case ShapeKind::any: break;
        }
        return json::object{{"count", below(100)}, {"words", json::array{text(1, 30), nullptr, true, 0.1}}};
    }

    std::string reference(const std::string& table, const std::string& column) {
        auto read =
            transaction_.connection().prepare("SELECT \"table\" FROM pragma_foreign_key_list(?) WHERE \"from\"=?");
        bind_all(*read, std::string_view(table), std::string_view(column));
        EXPECT_TRUE(*read->step()) << table << "." << column;
        const std::string parent(read->text(0));
        for (const AnyNoun& noun : all_nouns()) {
            if (noun.table.name == parent) return any_of(std::string(noun.table.noun));
        }
        return any_of(std::string(all_nouns()[below(all_nouns().size())].table.noun));
    }

    std::string any_of(const std::string& noun) { return ids_[noun][below(ids_[noun].size())]; }

    json::object object(const Shape& shape, const AnyNoun& noun, const std::string& front) {
        json::object made;
        for (const FieldShape& field : shape.fields) {
            const std::string name = front + std::string(field.name);
            if (name == "id") continue;
            const std::string table(noun.table.name);
            const bool is_record = field.shape.kind == ShapeKind::object && !field.shape.fields.empty();
            if (is_record) {
                made[field.name] = object(field.shape, noun, name + "_");
            } else if (field.shape.kind == ShapeKind::list) {
                made[field.name] = list(field.shape.item.front(), noun, name);
            } else if (field.presence == Presence::required || chance()) {
                made[field.name] = value(field.shape, table, name);
            }
        }
        return made;
    }

    json::array list(const Shape& item, const AnyNoun& noun, const std::string& name) {
        json::array made;
        for (std::size_t i = below(4); i > 0; --i) {
            made.push_back(item.fields.empty() ? value(item, fmt::format("{}_{}", noun.table.noun, name), "value")
                                               : json::value(object(item, noun, name + "_")));
        }
        return made;
    }

    void put(const AnyNoun& noun, int number) {
        const std::string name(noun.table.noun);
        json::object record = object(noun.shape(), noun, "");
        record["id"] = ids_[name][static_cast<std::size_t>(number)];
        record["stamp"] = fmt::format("{:02}{:02}21092026", number % 60, below(24));
        // Only one read-head of a session may be in use.
        if (name == "trajectory") record["archived_at"] = 1'800'000'000'000;
        const auto done = noun.put(transaction_, record);
        ASSERT_TRUE(done) << name << ": " << done.error().what
                          << fmt::format("{}", fmt::join(done.error().evidence, "; "));
        if (below(4) != 0) return;
        const json::object unknown{{text(1, 20), text(1, 20)}, {"later", json::object{{"a", 1}, {"b", nullptr}}}};
        ASSERT_TRUE(save_extra_fields(transaction_, *Id::parse(text_member(record, "id")), unknown));
    }

    Transaction& transaction_;
    std::mt19937_64 random_;
    std::uint64_t seed_;
    int count_;
    std::uint64_t made_ = 0;
    std::map<std::string, std::vector<std::string>> ids_;
};

}  // namespace

void fill_with_random_graph(const std::filesystem::path& project, std::uint64_t seed, int nodes_of_each_noun) {
    SystemClock clock;
    RandomIds ids;
    auto opened = Project::open(project, clock, ids, Deadline::in(seconds(10)));
    ASSERT_TRUE(opened) << opened.error().what;
    Connection& connection = opened->workspace().store.connection();
    auto transaction = Transaction::begin(connection, Durability::process_crash);
    ASSERT_TRUE(transaction);
    ASSERT_TRUE(connection.execute("PRAGMA defer_foreign_keys=ON"));
    GraphMaker(*transaction, seed, nodes_of_each_noun).run();
    const auto committed = transaction->commit();
    ASSERT_TRUE(committed) << committed.error().what;
}

}  // namespace hm::testing
