// The migrated schema and the field lists say the same: every column with its type, every link table.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "store/project/store.h"
#include "store/records/columns.h"
#include "store/records/tables.h"
#include "support/world.h"

namespace hm {
namespace {

struct Column {
    std::string type;
    bool may_be_null = false;
    auto operator<=>(const Column&) const = default;
};
using Columns = std::map<std::string, Column>;

template <class T>
inline constexpr bool may_be_null = false;
template <class T>
inline constexpr bool may_be_null<std::optional<T>> = true;

class Schema : public ::testing::Test {
protected:
    Schema() : store_(Store::create(world_.directory(), Deadline::in(seconds(10)), {})) {}

    Columns columns_in_store(const std::string& table) {
        Columns columns;
        Statement read = *store_->connection().prepare("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?)");
        read.bind(1, std::string_view(table));
        while (*read.step()) {
            const bool is_primary_key = read.integer(3) != 0;
            columns[std::string(read.text(0))] = {std::string(read.text(1)), read.integer(2) == 0 && !is_primary_key};
        }
        return columns;
    }

    template <class Record>
    void expect_table() {
        Columns listed;
        std::set<std::string> links;
        Record record{};
        for_each_column(record, "", [&]<class T>(const std::string& name, T&) {
            if constexpr (is_link_list<T>) {
                links.insert(fmt::format("{}_{}", table_of<Record>.noun, name));
            } else {
                listed[name] = {std::string(Stored<T>::type), may_be_null<T>};
            }
        });
        Columns stored = columns_in_store(std::string(table_of<Record>.name));
        // A rowid of its own is the store's business, not the record's.
        stored.erase("number");
        for (const auto& [name, column] : listed) {
            ASSERT_TRUE(stored.contains(name)) << table_of<Record>.name << "." << name;
            EXPECT_EQ(stored[name].type, column.type) << table_of<Record>.name << "." << name;
            // SQLite calls a primary key nullable; it is not.
            const bool may_lack = name != "id" && stored[name].may_be_null;
            EXPECT_EQ(may_lack, column.may_be_null) << table_of<Record>.name << "." << name;
        }
        EXPECT_EQ(stored.size(), listed.size()) << table_of<Record>.name;
        for (const std::string& link : links) {
            const Columns link_columns = columns_in_store(link);
            EXPECT_EQ(link_columns.size(), 3U) << link;
            EXPECT_TRUE(link_columns.contains(fmt::format("{}_id", table_of<Record>.noun))) << link;
        }
    }

    testing::World world_;
    Result<Store> store_;
};

TEST_F(Schema, HasExactlyTheFieldsOfEveryNoun) {
    ASSERT_TRUE(store_.has_value());
    for_each_noun([&]<class Record>() { expect_table<Record>(); });
}

TEST_F(Schema, IsStrictWithForeignKeysOnInWal) {
    ASSERT_TRUE(store_.has_value());
    const auto pragma = [&](std::string_view sql) {
        Statement read = *store_->connection().prepare(sql);
        EXPECT_TRUE(*read.step());
        return std::string(read.text(0));
    };
    EXPECT_EQ(pragma("PRAGMA journal_mode"), "wal");
    EXPECT_EQ(pragma("PRAGMA foreign_keys"), "1");
    EXPECT_EQ(pragma("SELECT count(*) FROM pragma_table_list WHERE type='table' AND strict=0 AND name NOT LIKE "
                     "'sqlite_%' AND name NOT LIKE 'memory_search%' AND schema='main'"),
              "0");
}

// Whoever asks for more says so; see Durability.
TEST_F(Schema, IsOpenedWithCommitsThatSurviveACrashOfTheProcess) {
    ASSERT_TRUE(store_.has_value());
    auto opened = Connection::open(store_->paths().database.string(), OpenMode::existing, Deadline::in(seconds(5)));
    ASSERT_TRUE(opened.has_value());
    Statement read = *(*opened)->prepare("PRAGMA synchronous");
    ASSERT_TRUE(*read.step());
    EXPECT_EQ(read.integer(0), 1) << "NORMAL";
}

}  // namespace
}  // namespace hm
