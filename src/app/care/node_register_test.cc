// The register of records is what the tables say, whichever way a record came or went; what somebody's SQL shell did
// past the program is noticed and mended.
#include "store/records/node_register.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/project/project.h"
#include "store/files/trust.h"
#include "store/records/tables.h"
#include "store/sqlite/migrate.h"
#include "support/exported_directory.h"
#include "support/random_graph.h"
#include "support/world.h"

namespace hm {
namespace {

constexpr std::string_view somebody = "0193a1b2-0000-7000-8000-00000000abcd";

class NodeRegister : public ::testing::Test {
protected:
    NodeRegister() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }

    static std::unique_ptr<Connection> connect(const testing::World& world) {
        auto opened = Connection::open(project_paths(world.directory()).database.string(), OpenMode::existing,
                                       Deadline::in(seconds(5)));
        EXPECT_TRUE(opened.has_value());
        return std::move(*opened);
    }

    void sql(const std::string& text) {
        const auto connection = connect(world_);
        EXPECT_TRUE(connection->execute("PRAGMA foreign_keys=OFF"));
        const auto done = connection->execute(text);
        EXPECT_TRUE(done.has_value()) << text << ": " << done.error().what;
    }

    std::vector<std::string> texts(const testing::World& world, const std::string& query) {
        const auto connection = connect(world);
        auto read = connection->prepare(query);
        EXPECT_TRUE(read.has_value()) << query;
        std::vector<std::string> values;
        while (*read->step()) values.emplace_back(read->text(0));
        return values;
    }
    std::string text(const std::string& query) {
        const auto values = texts(world_, query);
        return values.empty() ? std::string() : values.front();
    }

    // Compared without the code under test.
    void expect_exact(const testing::World& world) {
        std::vector<std::string> nouns;
        for_each_node([&]<class Record>() {
            nouns.push_back(
                fmt::format("SELECT id,'{}' AS noun,stamp FROM {}", table_of<Record>.noun, table_of<Record>.name));
        });
        const std::string all = fmt::format("SELECT * FROM ({})", fmt::join(nouns, " UNION ALL "));
        const std::string listed = "SELECT id,noun,stamp FROM nodes";
        using None = std::vector<std::string>;
        EXPECT_EQ(texts(world, fmt::format("SELECT noun || ' ' || id FROM ({} EXCEPT {})", all, listed)), None{});
        EXPECT_EQ(texts(world, fmt::format("SELECT noun || ' ' || id FROM ({} EXCEPT {})", listed, all)), None{});
    }
    void expect_exact() { expect_exact(world_); }

    void expect_found_and_mended(const std::string& way) {
        sql(way);
        const auto found = world_.cli({"doctor"});
        EXPECT_EQ(found.exit_code, 1) << way << found.out;
        EXPECT_NE(found.out.find("register"), std::string::npos) << way << found.out;
        const auto mended = world_.cli({"doctor", "--fix"});
        EXPECT_EQ(mended.exit_code, 0) << way << mended.out << mended.err;
        EXPECT_NE(mended.out.find("of the register of records"), std::string::npos) << way << mended.out;
        expect_exact();
        const auto sound = world_.cli({"doctor"});
        EXPECT_EQ(sound.exit_code, 0) << way << sound.out;
    }

    testing::World world_;
};

TEST_F(NodeRegister, HasEveryRecordThatCommandsAndHooksMake) {
    const std::string plan = make({"plan", "create", "Ship it"});
    const std::string task = make({"task", "create", "Write it"});
    make({"task", "change", task, "--name", "Write it well"});
    make({"memory", "save", "Learnt"});
    make({"anchor", "save", "8080", "--key", "port"});
    make({"anchor", "save", "8081", "--key", "port"});
    make({"comment", plan, "Why?"});
    world_.opencode(
        "tool.execute.before",
        {{"tool", "read"}, {"sessionID", "s"}, {"callID", "c"}, {"args", json::object{{"filePath", "README.md"}}}});
    EXPECT_NE(text("SELECT count(*) FROM sessions"), "0");
    expect_exact();
}

TEST_F(NodeRegister, HasEveryNounAndFollowsImportsAndTheirNewStamps) {
    testing::fill_with_random_graph(world_.directory(), 3, 4);
    expect_exact();
    ASSERT_EQ(world_.cli({"export", "out"}).exit_code, 0);
    testing::World other;
    ASSERT_EQ(other.cli({"init"}).exit_code, 0);
    ASSERT_EQ(other.cli({"import", (world_.directory() / "out").string()}).exit_code, 0);
    expect_exact(other);
    // A newer version of a record may bring another stamp.
    sql("UPDATE memories SET stamp='000101012031', modified_at=modified_at+1000000");
    ASSERT_EQ(world_.cli({"export", "newer"}).exit_code, 0);
    const auto report = other.cli_json({"import", (world_.directory() / "newer").string()}).as_object();
    EXPECT_EQ(report.at("newer").to_number<int>(), 4) << report;
    expect_exact(other);
    EXPECT_EQ(texts(other, "SELECT count(*) FROM nodes WHERE stamp='000101012031'").front(), "4");
}

TEST_F(NodeRegister, FollowsPurgeUndoAndQuarantine) {
    testing::fill_with_random_graph(world_.directory(), 5, 3);
    const std::string memory = make({"memory", "save", "Learnt"});
    const std::string event = text("SELECT max(seq) FROM events");
    ASSERT_EQ(world_.cli({"undo", event}).exit_code, 0);
    expect_exact();
    const auto purged = world_.cli({"purge", memory});
    ASSERT_EQ(purged.exit_code, 0) << purged.err;
    EXPECT_EQ(text("SELECT count(*) FROM nodes WHERE id='" + memory + "'"), "0");
    expect_exact();
    // By the doctor, with everything that named them, and by the next write that meets one.
    sql("UPDATE tasks SET status='nonsense'; UPDATE plans SET status='nonsense'");
    ASSERT_EQ(world_.cli({"doctor", "--fix"}).exit_code, 0);
    EXPECT_EQ(text("SELECT count(*) FROM tasks"), "0");
    expect_exact();
    const std::string task = make({"task", "create", "Spoilt"});
    sql("UPDATE tasks SET status='nonsense'");
    world_.cli({"task", "start", task});
    world_.cli({"task", "create", "Another"});
    expect_exact();
}

TEST_F(NodeRegister, IsMendedAfterPlainSqlWentPastIt) {
    const std::string memory = make({"memory", "save", "Learnt"});
    const std::string task = make({"task", "create", "Kept"});
    const std::string gone = make({"task", "create", "Removed past the program"});
    expect_found_and_mended(fmt::format(
        "INSERT INTO tasks(id,stamp,created_at,modified_at,kind,status,name,allowed_tools,planned_ahead,"
        "result_tests_run,result_anchors_created) SELECT '{}','000101012026-7',created_at,modified_at,kind,status,"
        "'By hand',allowed_tools,planned_ahead,result_tests_run,result_anchors_created FROM tasks WHERE id='{}'",
        somebody, task));
    EXPECT_EQ(text_member(world_.cli_json({"show", std::string(somebody)}).as_object(), "name"), "By hand");
    expect_found_and_mended(fmt::format("DELETE FROM tasks WHERE id='{}'", gone));
    EXPECT_EQ(text(fmt::format("SELECT count(*) FROM nodes WHERE id='{}'", gone)), "0");
    expect_found_and_mended(fmt::format("DELETE FROM nodes WHERE id='{}'", memory));
    expect_found_and_mended(fmt::format("UPDATE nodes SET noun='plan' WHERE id='{}'", memory));
    expect_found_and_mended(fmt::format("UPDATE nodes SET noun='no noun' WHERE id='{}'", memory));
    expect_found_and_mended("UPDATE nodes SET stamp='000101012031'");
    expect_found_and_mended("DELETE FROM nodes");
    EXPECT_EQ(text_member(world_.cli_json({"show", memory}).as_object(), "content"), "Learnt");
}

// Two records cannot have one id; the one that came past the program goes.
TEST_F(NodeRegister, GivesAnIdToOneRecordOnly) {
    const std::string memory = make({"memory", "save", "Learnt"});
    sql(
        fmt::format("INSERT INTO grants(id,stamp,created_at,modified_at,kind,target,until,granted_by) "
                    "VALUES('{}','000101012026-8',1,1,'path','src',9,'somebody')",
                    memory));
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 1);
    ASSERT_EQ(world_.cli({"doctor", "--fix"}).exit_code, 0);
    EXPECT_EQ(text("SELECT noun FROM quarantine"), "grants");
    EXPECT_EQ(text_member(world_.cli_json({"show", memory}).as_object(), "content"), "Learnt");
    expect_exact();
    EXPECT_EQ(world_.cli({"doctor"}).exit_code, 0);
}

// A line of the register that was left over is in nobody's way.
TEST_F(NodeRegister, TakesARecordBackThatWasRemovedPastTheProgram) {
    make({"memory", "save", "Learnt"});
    const std::string task = make({"task", "create", "Kept elsewhere"});
    ASSERT_EQ(world_.cli({"export", "out"}).exit_code, 0);
    sql("DELETE FROM memories; DELETE FROM tasks; UPDATE nodes SET noun='plan' WHERE id='" + task + "'");
    const auto imported = world_.cli({"import", "out"});
    ASSERT_EQ(imported.exit_code, 0) << imported.out << imported.err;
    EXPECT_EQ(text("SELECT count(*) FROM memories"), "1") << imported.out;
}

TEST_F(NodeRegister, ComesOverFromEveryEarlierSchema) {
    const Migrations all = all_migrations();
    for (std::size_t version = 1; version < all.size(); ++version) {
        testing::World old;
        const ProjectPaths paths = project_paths(old.directory());
        ASSERT_EQ(mkdir(paths.directory.c_str(), 0700), 0);
        {
            auto connection = *Connection::open(paths.database.string(), OpenMode::create, Deadline::in(seconds(5)));
            ASSERT_TRUE(connection->execute("PRAGMA journal_mode=WAL"));
            ASSERT_TRUE(migrate(*connection, all.first(version)));
            ASSERT_TRUE(connection->execute(
                "INSERT INTO memories(id,stamp,created_at,modified_at,shelf,content,kind,standing,trust,evidence,"
                "relevance) VALUES('0193a1b2-0000-7000-8000-000000000001','000101012026',1,1,'general','Old','insight',"
                "'observed','user','[]',0.5)"));
            // Later schemas leave this to the program.
            ASSERT_TRUE(renew_register(*connection));
        }
        ASSERT_TRUE(record_trust(paths.database, {}));
        EXPECT_EQ(old.cli_json({"memory", "list"}).as_array().size(), 1U) << version;
        old.cli_json({"memory", "save", "New"});
        old.cli_json({"task", "create", "New"});
        expect_exact(old);
        const auto sound = old.cli({"doctor"});
        EXPECT_EQ(sound.exit_code, 0) << version << sound.out;
    }
}

}  // namespace
}  // namespace hm
