// Migrations that rebuild tables: nothing dangles that did not before, and foreign keys are on again afterwards.
#include "store/sqlite/migrate.h"

#include <gtest/gtest.h>

#include "store/project/store.h"
#include "support/world.h"

namespace hm {
namespace {

constexpr std::string_view old_schema =
    "CREATE TABLE parents(id TEXT PRIMARY KEY, name TEXT) STRICT;"
    "CREATE TABLE children(id TEXT PRIMARY KEY, parent_id TEXT REFERENCES parents(id), free TEXT) STRICT;"
    "INSERT INTO parents VALUES('a','one'),('b','two');"
    "INSERT INTO children VALUES('x','a','nothing'),('y','b',NULL);";

constexpr std::string_view rebuild =
    "CREATE TABLE parents_new(id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;"
    "INSERT INTO parents_new SELECT id, name FROM parents;"
    "DROP TABLE parents;"
    "ALTER TABLE parents_new RENAME TO parents;";

constexpr std::string_view bind_what_was_free =
    "CREATE TABLE children_new(id TEXT PRIMARY KEY, parent_id TEXT REFERENCES parents(id),"
    " free TEXT REFERENCES parents(id)) STRICT;"
    "INSERT INTO children_new SELECT * FROM children;"
    "DROP TABLE children;"
    "ALTER TABLE children_new RENAME TO children;";

class Migrate : public ::testing::Test {
protected:
    Migrate()
        : connection_(
              *Connection::open((world_.directory() / "a.db").string(), OpenMode::create, Deadline::in(seconds(10)))) {}

    Result<void> to(const std::vector<Migration>& migrations) { return migrate(*connection_, migrations); }

    std::string text(std::string_view sql) {
        Statement read = *connection_->prepare(sql);
        EXPECT_TRUE(*read.step()) << sql;
        return std::string(read.text(0));
    }

    void expect_keys_on() {
        EXPECT_EQ(text("PRAGMA foreign_keys"), "1");
        EXPECT_FALSE(connection_->execute("INSERT INTO children(id,parent_id) VALUES('z','nobody')"));
    }

    testing::World world_;
    std::unique_ptr<Connection> connection_;
};

TEST_F(Migrate, MayRebuildATableThatOthersName) {
    ASSERT_TRUE(to({{1, old_schema}}));
    const auto outcome = to({{1, old_schema}, {2, rebuild}});
    ASSERT_TRUE(outcome) << outcome.error().why;
    EXPECT_EQ(text("PRAGMA user_version"), "2");
    EXPECT_EQ(text("SELECT count(*) FROM parents"), "2");
    EXPECT_EQ(text("SELECT count(*) FROM pragma_foreign_key_check"), "0");
    expect_keys_on();
}

TEST_F(Migrate, IsNotStoppedByWhatDangledBefore) {
    ASSERT_TRUE(to({{1, old_schema}}));
    ASSERT_TRUE(connection_->execute("PRAGMA foreign_keys=OFF"));
    ASSERT_TRUE(connection_->execute("INSERT INTO children(id,parent_id) VALUES('z','nobody')"));
    ASSERT_TRUE(connection_->execute("PRAGMA foreign_keys=ON"));
    ASSERT_TRUE(to({{1, old_schema}, {2, rebuild}}));
    EXPECT_EQ(text("SELECT count(*) FROM pragma_foreign_key_check"), "1");
    EXPECT_EQ(text("PRAGMA foreign_keys"), "1");
}

TEST_F(Migrate, MayBindAColumnWhoseOldRowsNameNothing) {
    ASSERT_TRUE(to({{1, old_schema}}));
    const auto outcome = to({{1, old_schema}, {2, bind_what_was_free}});
    ASSERT_TRUE(outcome) << outcome.error().why;
    EXPECT_EQ(text("SELECT count(*) FROM pragma_foreign_key_check"), "1");
}

TEST_F(Migrate, ThatLeavesRowsDanglingIsUndone) {
    ASSERT_TRUE(to({{1, old_schema}}));
    const auto outcome = to({{1, old_schema}, {2, rebuild}, {3, "DELETE FROM parents WHERE id='b'"}});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().evidence, std::vector<std::string>{"children.parent_id: 1 rows"});
    EXPECT_EQ(text("PRAGMA user_version"), "1");
    EXPECT_EQ(text("SELECT count(*) FROM parents"), "2");
    expect_keys_on();
}

TEST_F(Migrate, ThatFillsANewTableWithNamesOfNothingIsUndone) {
    ASSERT_TRUE(to({{1, old_schema}}));
    EXPECT_FALSE(to({{1, old_schema},
                     {2,
                      "CREATE TABLE grandchildren(id TEXT PRIMARY KEY, child_id TEXT REFERENCES children(id)) STRICT;"
                      "INSERT INTO grandchildren VALUES('g','nobody');"}}));
    EXPECT_EQ(text("SELECT count(*) FROM sqlite_schema WHERE name='grandchildren'"), "0");
}

TEST_F(Migrate, ThatFailsHalfWayLeavesTheStoreAsItWas) {
    ASSERT_TRUE(to({{1, old_schema}}));
    EXPECT_FALSE(to({{1, old_schema}, {2, rebuild}, {3, "DROP TABLE children; DROP TABLE there_is_none;"}}));
    EXPECT_EQ(text("PRAGMA user_version"), "1");
    EXPECT_EQ(text("SELECT count(*) FROM children"), "2");
    expect_keys_on();
}

TEST_F(Migrate, RefusesANewerStoreAndAnotherProgramsDatabase) {
    ASSERT_TRUE(to({{1, old_schema}, {2, rebuild}}));
    const auto newer = to({{1, old_schema}});
    ASSERT_FALSE(newer);
    EXPECT_EQ(newer.error().code, ErrorCode::newer_version);
    ASSERT_TRUE(connection_->execute("PRAGMA user_version=0"));
    const auto foreign = to({{1, old_schema}});
    ASSERT_FALSE(foreign);
    EXPECT_EQ(foreign.error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace hm
