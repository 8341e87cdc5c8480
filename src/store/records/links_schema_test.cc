// Every field that names a record is a foreign key, and every list of such fields a link table with keys to both sides.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "store/files/locate.h"
#include "store/records/columns.h"
#include "store/records/tables.h"
#include "store/sqlite/connection.h"
#include "support/world.h"

namespace hm {
namespace {

class LinkSchema : public ::testing::Test {
protected:
    LinkSchema() {
        EXPECT_EQ(world_.cli({"init"}).exit_code, 0);
        auto opened = Connection::open(project_paths(world_.directory()).database.string(), OpenMode::existing,
                                       Deadline::in(seconds(10)));
        EXPECT_TRUE(opened.has_value());
        connection_ = std::move(*opened);
    }

    // The table that a column's foreign key leads to, or "".
    std::string parent_of(const std::string& table, const std::string& column) {
        Statement read = *connection_->prepare("SELECT \"table\" FROM pragma_foreign_key_list(?) WHERE \"from\"=?");
        bind_all(read, std::string_view(table), std::string_view(column));
        return *read.step() ? std::string(read.text(0)) : std::string();
    }

    std::int64_t number(std::string_view sql) {
        Statement read = *connection_->prepare(sql);
        EXPECT_TRUE(*read.step());
        return read.integer(0);
    }

    testing::World world_;
    std::unique_ptr<Connection> connection_;
};

TEST_F(LinkSchema, EveryIdFieldOfEveryNodeIsAForeignKey) {
    int fields = 0;
    int lists = 0;
    for_each_node([&]<class Record>() {
        const Table& table = table_of<Record>;
        Record record{};
        for_each_column(record, "", [&]<class T>(const std::string& name, T&) {
            const bool is_id = std::is_same_v<T, Id> || std::is_same_v<T, std::optional<Id>>;
            if (is_id && name != "id") {
                EXPECT_NE(parent_of(std::string(table.name), name), "") << table.name << "." << name;
                ++fields;
            }
            if (is_link_list<T>) {
                const std::string link = fmt::format("{}_{}", table.noun, name);
                EXPECT_EQ(parent_of(link, fmt::format("{}_id", table.noun)), table.name) << link;
                ++lists;
                if (std::is_same_v<T, std::vector<Id>>) {
                    EXPECT_NE(parent_of(link, "value"), "") << link;
                }
            }
        });
    });
    EXPECT_GT(fields, 25);
    EXPECT_GT(lists, 12);
}

TEST_F(LinkSchema, AForeignKeyLeadsToAnIdOfARecord) {
    std::set<std::string> tables{"nodes"};
    for_each_node([&]<class Record>() { tables.insert(std::string(table_of<Record>.name)); });
    for_each_node([&]<class Record>() {
        Record record{};
        for_each_column(record, "", [&]<class T>(const std::string& name, T&) {
            const std::string parent = std::is_same_v<T, std::vector<Id>>
                                           ? parent_of(fmt::format("{}_{}", table_of<Record>.noun, name), "value")
                                           : parent_of(std::string(table_of<Record>.name), name);
            EXPECT_TRUE(parent.empty() || tables.contains(parent)) << table_of<Record>.name << "." << name;
        });
    });
}

TEST_F(LinkSchema, AFileIsLockedByOneTaskAtATime) {
    EXPECT_EQ(number("SELECT count(*) FROM pragma_index_list('task_file_locks') AS l, pragma_index_info(l.name) AS i "
                     "WHERE l.\"unique\"=1 AND l.origin='c' AND l.partial=0 AND i.name='value'"),
              1);
    EXPECT_EQ(world_.cli({"task", "create", "One", "--file-locks", "src/a.cc"}).exit_code, 0);
    const auto second = world_.cli({"task", "create", "Two", "--file-locks", "src/a.cc"});
    EXPECT_NE(second.exit_code, 0) << second.out;
    EXPECT_EQ(number("SELECT count(*) FROM task_file_locks"), 1);
    EXPECT_EQ(number("SELECT count(*) FROM tasks"), 1) << "the refused task left something behind";
}

}  // namespace
}  // namespace hm
