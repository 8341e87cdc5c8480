// Backups while others write, and restoring one: nothing acknowledged is missing, nothing is lost.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "adapters/cli/environment.h"
#include "app/care/doctor.h"
#include "store/project/backup.h"
#include "store/project/replace.h"
#include "stress/load.h"
#include "stress/serve_client.h"
#include "stress/store_inspector.h"
#include "stress/writers.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

Result<fs::path> restore(const TempProject& project, const fs::path& backup, Duration patience = seconds(10)) {
    SystemClock clock;
    RandomIds ids;
    return restore_project(backup, project.root(), clock, ids, Deadline::in(patience));
}

std::string made_backup(const TempProject& project) {
    return std::string(text_member(project.run_json({"backup"}), "path"));
}

TEST(Backup, WhileEightProcessesWriteHoldsEverythingAcknowledgedBefore) {
    constexpr int writers = 8;
    const TempProject project;
    std::vector<ChildProcess> children;
    for (int writer = 0; writer < writers; ++writer) {
        children.push_back(ChildProcess::start_function([&, writer](int, int output) {
            StoreWriter store(project.root(), writer, output);
            for (int i = 0; i < 1'000'000; ++i) store.write(i);
            return 0;
        }));
    }
    WriterReport acknowledged;
    std::vector<std::pair<std::string, std::size_t>> backups;
    for (int round = 0; round < 5; ++round) {
        const Deadline until = Deadline::in(milliseconds(150 * sanitizer_divisor));
        while (!until.has_passed()) {
            for (ChildProcess& child : children) {
                child.read_more(milliseconds(1));
                while (auto line = child.take_line()) acknowledged.add_line(*line);
            }
        }
        const std::size_t before = acknowledged.acknowledged.size();
        backups.emplace_back(made_backup(project), before);
    }
    children.clear();
    ASSERT_EQ(acknowledged.errors, std::vector<std::string>{});
    for (const auto& [file, before] : backups) {
        StoreInspector copy(file);
        EXPECT_EQ(copy.column("PRAGMA quick_check"), std::vector<std::string>{"ok"});
        EXPECT_EQ(copy.column("PRAGMA foreign_key_check"), std::vector<std::string>{});
        std::set<std::string> there;
        for (const char* table : {"memories", "tasks", "anchors"}) {
            for (std::string& id : copy.column(std::string("SELECT id FROM ") + table)) there.insert(std::move(id));
        }
        std::size_t missing = 0;
        for (std::size_t i = 0; i < before; ++i) missing += there.contains(acknowledged.acknowledged[i].id) ? 0U : 1U;
        fmt::print("{} acknowledged before, {} in the copy\n", before, there.size());
        EXPECT_EQ(missing, 0U);
        EXPECT_GT(before, 0U);
    }
}

TEST(Backup, KeepsOnlyAsManyOfItsOwnAsAsked) {
    const TempProject project;
    const fs::path backups = project.paths().directory / "backups";
    fs::create_directory(backups);
    const std::set<std::string> of_others{"before-schema-1-20200101T000000Z.db", "mine.db", "20200101T000000Z.db.gz"};
    for (const std::string& name : of_others) fs::copy_file(project.paths().database, backups / name);
    for (int i = 0; i < 4; ++i) made_backup(project);
    for (const char* name : {"20200101T000001Z.db", "20200101T000001Z-2.db"}) {
        fs::copy_file(project.paths().database, backups / name);
    }
    const std::string newest = made_backup(project);
    EXPECT_EQ(prune_backups(project.paths(), 2, newest).size(), 5U);
    EXPECT_TRUE(fs::exists(newest));
    std::size_t own = 0;
    for (const auto& entry : fs::directory_iterator(backups))
        own += of_others.contains(entry.path().filename()) ? 0U : 1U;
    EXPECT_EQ(own, 2U);
    for (const std::string& name : of_others) EXPECT_TRUE(fs::exists(backups / name)) << name;
}

TEST(Backup, ByManyProcessesAtOnceMakesACopyEach) {
    const TempProject project;
    project.run_json({"memory", "save", "kept"});
    std::vector<ChildProcess> children;
    for (int i = 0; i < 6; ++i) children.push_back(ChildProcess::start_hivemind({"backup"}, {project.root()}));
    for (ChildProcess& child : children) EXPECT_EQ(child.wait().exit_code, 0);
    EXPECT_EQ(list_backups(project.paths()).size(), 6U);
    for (const fs::path& file : list_backups(project.paths())) {
        EXPECT_EQ(StoreInspector(file).number("SELECT count(*) FROM memories"), 1);
    }
}

TEST(Restore, PutsTheCopyInPlaceAndKeepsWhatWasThere) {
    const TempProject project;
    const json::object early = project.run_json({"memory", "save", "early"});
    const std::string backup = made_backup(project);
    project.run_json({"memory", "save", "late"});
    const auto aside = restore(project, backup);
    ASSERT_TRUE(aside) << aside.error().what;
    EXPECT_EQ(StoreInspector(project.paths().database).column("SELECT content FROM memories"),
              std::vector<std::string>{"early"});
    EXPECT_EQ(StoreInspector(*aside / "hivemind.db").column("SELECT content FROM memories ORDER BY number"),
              (std::vector<std::string>{"early", "late"}));
    // The way back is the same.
    EXPECT_TRUE(restore(project, *aside / "hivemind.db"));
    EXPECT_EQ(StoreInspector(project.paths().database).number("SELECT count(*) FROM memories"), 2);
    expect_sound_store(project.paths().database);
    EXPECT_EQ(project.run({"memory", "save", "goes on"}).exit_code, 0);
}

TEST(Restore, RefusesWhileAnotherProcessHasTheStoreOpen) {
    const TempProject project;
    const std::string backup = made_backup(project);
    project.run_json({"memory", "save", "late"});
    {
        ServeClient client({project.root()});
        client.ask("hello", {{"client", "opencode"}});
        const auto refused = restore(project, backup, milliseconds(300));
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::busy);
    }
    EXPECT_EQ(StoreInspector(project.paths().database).number("SELECT count(*) FROM memories"), 1);
    EXPECT_TRUE(list_aside(project.paths()).empty());
    EXPECT_TRUE(restore(project, backup));
}

TEST(Restore, RefusesWhatIsNoSoundStore) {
    const TempProject project;
    project.run_json({"memory", "save", "kept"});
    const std::string backup = made_backup(project);
    const fs::path directory = project.root();
    const auto expect_refused = [&](const fs::path& file) {
        const auto outcome = restore(project, file);
        EXPECT_FALSE(outcome) << file;
        EXPECT_EQ(StoreInspector(project.paths().database).number("SELECT count(*) FROM memories"), 1);
    };
    expect_refused(directory / "nothing.db");
    expect_refused(directory);
    fs::copy_file(backup, directory / "cut.db");
    fs::resize_file(directory / "cut.db", 8192);
    expect_refused(directory / "cut.db");
    fs::copy_file(backup, directory / "newer.db");
    StoreInspector(directory / "newer.db").execute("PRAGMA user_version=9999");
    expect_refused(directory / "newer.db");
    fs::copy_file(backup, directory / "other.db");
    StoreInspector(directory / "other.db").execute("PRAGMA application_id=7");
    expect_refused(directory / "other.db");
    EXPECT_TRUE(list_aside(project.paths()).empty());
}

TEST(Restore, KilledAtAnyInstantLeavesTheOldStoreOrTheNew) {
    std::mt19937 chance = printed_chance();
    const TempProject project;
    project.run_json({"memory", "save", "early"});
    const std::string backup = made_backup(project);
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(restore(project, backup));
    const auto took = std::chrono::steady_clock::now() - begin;
    std::uniform_int_distribution<std::int64_t> wait_us(
        0, std::chrono::duration_cast<std::chrono::microseconds>(took).count() * 3 / 2);
    int replaced = 0;
    for (int round = 0; round < rounds(50); ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        const std::string late = fmt::format("late {}", round);
        project.run_json({"memory", "save", late});
        ChildProcess child =
            ChildProcess::start_function([&](int, int) { return restore(project, backup).has_value() ? 0 : 1; });
        usleep(static_cast<useconds_t>(wait_us(chance)));
        child.send_signal(SIGKILL);
        child.wait();
        expect_sound_store(project.paths().database);
        const std::string is_late = "SELECT count(*) FROM memories WHERE content='" + late + "'";
        const bool is_old = StoreInspector(project.paths().database).number(is_late) == 1;
        if (!is_old) {
            ++replaced;
            EXPECT_EQ(StoreInspector(list_aside(project.paths()).back() / "hivemind.db").number(is_late), 1);
        }
        EXPECT_EQ(
            StoreInspector(project.paths().database).number("SELECT count(*) FROM memories WHERE content='early'"), 1);
        if (HasFailure()) return;
    }
    fmt::print("{} had replaced the store\n", replaced);
}

// A writer that waits for the lock while the store is replaced must not go on in the one that was set aside.
TEST(Restore, IsSeenByThoseWhoWaitForTheStoreMeanwhile) {
    const TempProject project;
    project.run_json({"memory", "save", "early"});
    const std::string backup = made_backup(project);
    for (int round = 0; round < 10; ++round) {
        std::vector<ChildProcess> children;
        for (int i = 0; i < 4; ++i) {
            children.push_back(ChildProcess::start_function([&, i](int, int output) {
                for (int j = 0; j < 20; ++j) {
                    Ended ended;
                    // A slow disk may cost a writer its deadline, which is said; it tries again then.
                    do {
                        ended =
                            run_hivemind({"memory", "save", fmt::format("meanwhile {}-{}-{}", round, i, j), "--json"},
                                         {project.root()});
                    } while (ended.exit_code == cli::busy);
                    if (ended.exit_code == 0) continue;
                    write_line_at_once(output, ended.out.substr(0, 1000));
                    return 1;
                }
                return 0;
            }));
        }
        usleep(20'000);
        const auto restored = restore(project, backup, seconds(20));
        EXPECT_TRUE(restored) << restored.error().what;
        for (ChildProcess& child : children) {
            const Ended ended = child.wait();
            EXPECT_EQ(ended.exit_code, 0) << ended.out;
        }
        expect_sound_store(project.paths().database);
        // Every write is in the store or in one that was set aside, none is nowhere.
        std::int64_t writes = StoreInspector(project.paths().database)
                                  .number("SELECT count(*) FROM memories WHERE content LIKE 'meanwhile%'");
        const auto aside = list_aside(project.paths());
        writes += StoreInspector(aside.back() / "hivemind.db")
                      .number("SELECT count(*) FROM memories WHERE content LIKE 'meanwhile%'");
        EXPECT_EQ(writes, 80);
        ASSERT_TRUE(restore(project, backup));
    }
}

}  // namespace
}  // namespace hm::testing
