// A store of an older schema is upgraded where it lies, with a backup, by exactly one of many processes, and by the
// next one when the first is killed.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "store/files/trust.h"
#include "store/project/backup.h"
#include "store/project/store.h"
#include "stress/load.h"
#include "stress/store_inspector.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

constexpr int next_version = 9000;
constexpr int memories = 2000;

// What a later program may bring: every memory is changed and named by a new table.
constexpr std::string_view later_migration =
    "CREATE TABLE later(id TEXT PRIMARY KEY, memory_id TEXT NOT NULL REFERENCES memories(id)) STRICT;"
    "INSERT INTO later SELECT 'later-' || id, id FROM memories;"
    "UPDATE memories SET content = content || ' (looked at)';";

std::vector<Migration> later_migrations() {
    std::vector<Migration> migrations(all_migrations().begin(), all_migrations().end());
    migrations.push_back({next_version, later_migration});
    return migrations;
}

// A project whose store was made by the first program, with records in it.
class OldStore {
public:
    OldStore() {
        EXPECT_EQ(mkdir(paths().directory.c_str(), 0700), 0);
        {
            auto connection = *Connection::open(paths().database.string(), OpenMode::create, Deadline::in(seconds(10)));
            EXPECT_TRUE(connection->execute("PRAGMA journal_mode=WAL"));
            EXPECT_TRUE(migrate(*connection, all_migrations().first(1)));
        }
        StoreInspector(paths().database)
            .execute(fmt::format(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<{}) "
                "INSERT INTO "
                "memories(id,stamp,created_at,modified_at,shelf,content,kind,standing,trust,evidence,relevance) "
                "SELECT printf('0193a1b2-0000-7000-8000-%012d',i), '000101012026-' || i, i, i, 'general', "
                "'memory ' || i || hex(randomblob(100)), 'insight', 'observed', 'user', '[]', 0.5 FROM n",
                memories));
        EXPECT_TRUE(record_trust(paths().database, {}));
    }

    ProjectPaths paths() const { return project_paths(directory_.path()); }
    const fs::path& root() const { return directory_.path(); }

    Result<void> upgrade() const {
        HM_TRY_ASSIGN(auto connection,
                      Connection::open(paths().database.string(), OpenMode::existing, Deadline::in(seconds(60))));
        return upgrade_store(*connection, paths(), SystemClock().now(), later_migrations());
    }

    void expect_backup(const fs::path& file, int version) const {
        StoreInspector copy(file);
        EXPECT_EQ(copy.column("PRAGMA quick_check"), std::vector<std::string>{"ok"});
        EXPECT_EQ(copy.number("PRAGMA user_version"), version);
        EXPECT_EQ(copy.number("SELECT count(*) FROM memories WHERE content NOT LIKE '%looked at%'"), memories);
        EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    }

    void expect_upgraded() const {
        StoreInspector store(paths().database);
        EXPECT_EQ(store.column("PRAGMA quick_check"), std::vector<std::string>{"ok"});
        EXPECT_EQ(store.number("PRAGMA user_version"), next_version);
        EXPECT_EQ(store.number("SELECT count(*) FROM later"), memories);
        EXPECT_EQ(store.number("SELECT count(*) FROM memories WHERE content LIKE '%looked at%'"), memories);
        EXPECT_EQ(store.column("PRAGMA foreign_key_check"), std::vector<std::string>{});
    }

private:
    TempDirectory directory_;
};

TEST(Upgrade, OfTheFirstSchemaHappensOnTheNextCommandWithABackup) {
    const OldStore store;
    const Ended listed = run_hivemind({"memory", "list", "--limit", "5"}, {store.root()});
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    EXPECT_EQ(StoreInspector(store.paths().database).number("PRAGMA user_version"), latest_schema_version());
    const auto backups = list_backups(store.paths());
    // The first schema itself needs none.
    ASSERT_EQ(backups.size(), latest_schema_version() > 1 ? 1U : 0U);
    if (!backups.empty()) store.expect_backup(backups.front(), 1);
    EXPECT_EQ(run_hivemind({"memory", "save", "into the upgraded store"}, {store.root()}).exit_code, 0);
    expect_sound_store(store.paths().database);
}

TEST(Upgrade, ByManyProcessesAtOnceIsDoneByOneOfThem) {
    for (int round = 0; round < 3; ++round) {
        const OldStore store;
        std::vector<ChildProcess> children;
        for (int i = 0; i < 8; ++i) {
            children.push_back(
                ChildProcess::start_function([&](int, int) { return store.upgrade().has_value() ? 0 : 1; }));
        }
        for (ChildProcess& child : children) EXPECT_EQ(child.wait().exit_code, 0);
        const auto backups = list_backups(store.paths());
        ASSERT_EQ(backups.size(), 1U);
        EXPECT_TRUE(backups.front().filename().string().starts_with("before-schema-1-"));
        store.expect_backup(backups.front(), 1);
        store.expect_upgraded();
    }
}

// A client ends a child that does not answer; a long upgrade would be begun again for ever.
TEST(Upgrade, OfALargeStoreWaitsForAPerson) {
    const OldStore store;
    {
        StoreInspector inspector(store.paths().database);
        inspector.execute(
            "INSERT INTO quarantine(at,noun,id,reason,content) VALUES(1,'x','x','x',hex(zeroblob(20000000)))");
        inspector.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    const auto upgrade_within = [&](Duration deadline) {
        auto connection =
            *Connection::open(store.paths().database.string(), OpenMode::existing, Deadline::in(deadline));
        return upgrade_store(*connection, store.paths(), SystemClock().now(), later_migrations());
    };
    const auto hook = upgrade_within(milliseconds(200));
    ASSERT_FALSE(hook);
    EXPECT_EQ(hook.error().code, ErrorCode::busy);
    EXPECT_TRUE(list_backups(store.paths()).empty());
    EXPECT_TRUE(upgrade_within(seconds(5)));
    store.expect_upgraded();
}

TEST(Upgrade, KilledAtAnyInstantIsDoneByTheNext) {
    std::mt19937 chance = printed_chance();
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(OldStore().upgrade());
    const auto took = std::chrono::steady_clock::now() - begin;
    std::uniform_int_distribution<std::int64_t> wait_us(
        0, std::chrono::duration_cast<std::chrono::microseconds>(took).count() * 3 / 2);
    int killed_before = 0;
    for (int round = 0; round < rounds(50); ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        const OldStore store;
        ChildProcess child =
            ChildProcess::start_function([&](int, int) { return store.upgrade().has_value() ? 0 : 1; });
        usleep(static_cast<useconds_t>(wait_us(chance)));
        child.send_signal(SIGKILL);
        child.wait();
        {
            // Old or new, never between.
            StoreInspector inspector(store.paths().database);
            const std::int64_t version = inspector.number("PRAGMA user_version");
            EXPECT_TRUE(version == 1 || version == next_version) << version;
            EXPECT_EQ(inspector.number("SELECT count(*) FROM sqlite_schema WHERE name='later'"), version == 1 ? 0 : 1);
            killed_before += version == 1 ? 1 : 0;
        }
        const auto again = store.upgrade();
        ASSERT_TRUE(again) << again.error().what;
        store.expect_upgraded();
        const auto backups = list_backups(store.paths());
        ASSERT_GE(backups.size(), 1U);
        for (const fs::path& file : backups) store.expect_backup(file, 1);
    }
    fmt::print("{} were killed before the upgrade was done\n", killed_before);
}

}  // namespace
}  // namespace hm::testing
