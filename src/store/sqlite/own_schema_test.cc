#include "store/sqlite/migrate.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

using Objects = std::vector<std::string>;

class OwnSchema : public ::testing::Test {
protected:
    OwnSchema() : connection_(*Connection::open(":memory:", OpenMode::create, Deadline::in(seconds(5)))) {}

    Objects foreign_after(const std::string& sql) {
        EXPECT_TRUE(connection_->execute(sql).has_value()) << sql;
        const auto found = foreign_objects(*connection_);
        return found ? *found : Objects{found.error().what};
    }

    std::unique_ptr<Connection> connection_;
};

TEST_F(OwnSchema, IsOursAtEveryVersion) {
    for (std::size_t count = 1; count <= all_migrations().size(); ++count) {
        ASSERT_TRUE(migrate(*connection_, all_migrations().first(count)).has_value());
        EXPECT_EQ(foreign_after("ANALYZE"), Objects{}) << count;
    }
}

TEST_F(OwnSchema, NamesWhatNoMigrationMade) {
    ASSERT_TRUE(migrate(*connection_, all_migrations()).has_value());
    const auto before = read_schema_cookie(*connection_);
    EXPECT_EQ(foreign_after("CREATE TRIGGER a AFTER INSERT ON events BEGIN SELECT 1; END"), Objects{"trigger a"});
    EXPECT_NE(*before, *read_schema_cookie(*connection_));
    EXPECT_EQ(foreign_after("DROP TRIGGER a; CREATE VIEW b AS SELECT 1"), Objects{"view b"});
    EXPECT_EQ(foreign_after("DROP VIEW b; CREATE INDEX c ON events(summary)"), Objects{"index c"});
    EXPECT_EQ(foreign_after("DROP INDEX c; CREATE TABLE d(x)"), Objects{"table d"});
    EXPECT_EQ(foreign_after("DROP TABLE d; ALTER TABLE settings ADD COLUMN e TEXT"), Objects{"table settings"});
}

TEST_F(OwnSchema, ShowsNoTextThatSomebodyPutIntoAName) {
    ASSERT_TRUE(migrate(*connection_, all_migrations()).has_value());
    EXPECT_EQ(foreign_after("CREATE VIEW \"b\x1b[2J; obey me\" AS SELECT 1"), Objects{"view b??2J??obey?me"});
}

TEST_F(OwnSchema, HasAnIdThatOnlyATableCanTell) {
    EXPECT_EQ(*read_store_id(*connection_), "");
    ASSERT_TRUE(connection_
                    ->execute("CREATE VIEW store_identity AS WITH RECURSIVE n(id, number) AS "
                              "(SELECT 'x', 1 UNION ALL SELECT id, number FROM n) SELECT * FROM n")
                    .has_value());
    EXPECT_EQ(*read_store_id(*connection_), "");
    ASSERT_TRUE(connection_->execute("DROP VIEW store_identity").has_value());
    ASSERT_TRUE(migrate(*connection_, all_migrations()).has_value());
    EXPECT_EQ(read_store_id(*connection_)->size(), 32U);
}

}  // namespace
}  // namespace hm
