// Damaged stores: `doctor --fix` keeps the file as it was, brings back what can be read, and says what it could not.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "adapters/cli/environment.h"
#include "store/files/trust.h"
#include "store/project/replace.h"
#include "stress/load.h"
#include "stress/serve_client.h"
#include "stress/store_inspector.h"
#include "stress/writers.h"
#include "support/file_bytes.h"
#include "support/places.h"
#include "support/temp_project.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

constexpr int records_of_each = 2000;
constexpr std::size_t page_size = 4096;

// Writes as the bus does, in a process of its own; the same rows on the same pages each time, so that a seed brings the
// same damage back.
void fill_store(const fs::path& root) {
    ChildProcess child = ChildProcess::start_function([&](int, int) {
        FixedClock clock;
        CountingIds ids;
        auto project = Project::open(root, clock, ids, Deadline::in(seconds(10)));
        if (!project) return 1;
        Workspace workspace = project->workspace();
        for (int i = 0; i < records_of_each; ++i) {
            const json::object memory{
                {"content", fmt::format("Thing number{} was learnt. {}", i, std::string(300, 'x'))},
                {"tags", {"stress", fmt::format("tag-{}", i)}}};
            const json::object task{{"name", fmt::format("Task {}", i)}, {"allowed_paths", {"src", "tests"}}};
            if (!execute(*find_command("memory save"), {memory, {}}, workspace)) return 2;
            if (!execute(*find_command("task create"), {task, {}}, workspace)) return 3;
        }
        return 0;
    });
    EXPECT_EQ(child.wait().exit_code, 0);
    settle(project_paths(root).database);
}

class DamagedStore : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        const TempProject project;
        fill_store(project.root());
        whole_ = new std::string(bytes_of(project.paths().database));
    }
    static void TearDownTestSuite() { delete whole_; }

    DamagedStore() { put(*whole_); }

    fs::path database() const { return project_.paths().database; }

    void put(const std::string& bytes) const {
        write_bytes(database(), bytes);
        for (const char* suffix : {"-wal", "-shm"}) fs::remove(database().string() + suffix);
        // Another store than the one that was made here.
        EXPECT_TRUE(record_trust(database(), {}));
    }

    // Overwrites the middle of a page; pages count from 1.
    static void spoil_page(std::string& bytes, std::size_t page, std::mt19937& chance) {
        const std::size_t begin = (page - 1) * page_size;
        for (std::size_t i = 0; i < 200; ++i) {
            // The front of a page says what it is and where its rows are.
            bytes[begin + (i < 100 ? i : page_size / 2 + i)] = static_cast<char>(chance());
        }
    }

    std::vector<std::string> leaves(const std::string& table) const { return pages(table, "leaf"); }

    // Some of them, as the seed has it.
    std::vector<std::string> leaves(const std::string& table, std::size_t count, std::mt19937& chance) const {
        std::vector<std::string> chosen = leaves(table);
        for (std::size_t i = 0; i < std::min(count, chosen.size()); ++i) {
            std::swap(chosen[i], chosen[i + chance() % (chosen.size() - i)]);
        }
        chosen.resize(std::min(count, chosen.size()));
        return chosen;
    }

    // In the order of their rows.
    std::vector<std::string> pages(const std::string& table, const std::string& sort) const {
        return StoreInspector(database())
            .column(
                fmt::format("SELECT pageno FROM dbstat WHERE name='{}' AND pagetype='{}' ORDER BY path", table, sort));
    }

    std::int64_t rows_on(const std::string& table, const std::vector<std::string>& pages) const {
        return StoreInspector(database())
            .number(fmt::format("SELECT sum(ncell) FROM dbstat WHERE name='{}' AND pageno IN ({})", table,
                                fmt::join(pages, ",")));
    }

    std::int64_t count(const std::string& table) const {
        return StoreInspector(database()).number("SELECT count(*) FROM " + table);
    }

    // The bytes of the database that was set aside last.
    std::string kept_aside() const {
        const auto aside = list_aside(project_.paths());
        return aside.empty() ? std::string() : bytes_of(aside.back() / "hivemind.db");
    }

    void expect_working_store() const {
        expect_sound_store(database());
        const Ended saved = project_.run({"memory", "save", "into the recovered store"});
        EXPECT_EQ(saved.exit_code, 0) << saved.err;
        EXPECT_EQ(project_.run({"doctor"}).exit_code, 0);
    }

    void expect_undamaged_rows_back(std::mt19937& chance);

    TempProject project_;

private:
    static const std::string* whole_;
};

const std::string* DamagedStore::whole_ = nullptr;

// Spoils some leaves of each table, as the seed has it, and recovers the store.
void DamagedStore::expect_undamaged_rows_back(std::mt19937& chance) {
    std::string bytes = bytes_of(database());
    std::map<std::string, std::int64_t> expected;
    std::map<std::string, std::int64_t> before;
    for (const char* table : {"memories", "tasks", "events"}) {
        const auto pages = leaves(table, 8, chance);
        before[table] = count(table);
        expected[table] = before[table] - rows_on(table, pages);
        for (const std::string& page : pages) spoil_page(bytes, std::stoul(page), chance);
    }
    put(bytes);

    const Ended plain = project_.run({"doctor"});
    EXPECT_NE(plain.exit_code, 0);
    EXPECT_NE((plain.out + plain.err).find("hivemind doctor --fix"), std::string::npos) << plain.out << plain.err;
    EXPECT_TRUE(bytes_of(database()) == bytes) << "a plain doctor changed the file";

    const Ended mended = project_.run({"doctor", "--fix"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
    EXPECT_NE(mended.out.find("rows of memories"), std::string::npos) << mended.out;
    EXPECT_TRUE(kept_aside() == bytes) << "the original is not kept byte for byte";
    for (const auto& [table, rows] : expected) {
        const std::int64_t there = count(table);
        fmt::print("{}: {} there, {} before, {} on undamaged pages\n", table, there, before[table], rows);
        EXPECT_GE(there, rows) << table;
    }
    EXPECT_GE(count("memories"), records_of_each * 8 / 10);
    EXPECT_GE(count("tasks"), records_of_each * 8 / 10);

    // Full text finds exactly the memories that are there, and their lists came along.
    StoreInspector store(database());
    EXPECT_EQ(store.number("SELECT count(*) FROM memory_search WHERE memory_search MATCH 'learnt'"),
              store.number("SELECT count(*) FROM memories WHERE content LIKE '%learnt%'"));
    EXPECT_EQ(store.number("SELECT value FROM counts WHERE name='memories'"), count("memories"));
    EXPECT_GE(store.number("SELECT count(*) FROM memory_tags"), count("memories") * 2 - 40);
    EXPECT_EQ(store.number("SELECT count(*) FROM events WHERE kind='doctor.fix' AND summary LIKE 'recovered%'"), 1);
    const std::string known = store.column("SELECT content FROM memories LIMIT 1").front().substr(6, 12);
    EXPECT_NE(project_.run({"memory", "recall", known}).out.find(known), std::string::npos);
    expect_working_store();
}

TEST_F(DamagedStore, GivesBackEveryRowOfItsUndamagedPages) {
    const std::string whole = bytes_of(database());
    for (int round = 0; round < rounds(1); ++round) {
        put(whole);
        std::mt19937 chance = printed_chance(round);
        expect_undamaged_rows_back(chance);
        if (HasFailure()) return;
    }
}

// A table whose first and last rows cannot be read has no end to begin from.
TEST_F(DamagedStore, GivesBackWhatLiesBetweenItsDamagedEnds) {
    std::mt19937 chance = printed_chance();
    std::string bytes = bytes_of(database());
    std::map<std::string, std::int64_t> expected;
    for (const char* table : {"memories", "tasks", "events"}) {
        const auto all = leaves(table);
        ASSERT_GE(all.size(), 20U);
        // The second one too, and one in the middle, so that nothing readable stands alone.
        const std::vector<std::string> spoilt{all[0], all[1], all[all.size() / 2], all[all.size() - 1]};
        expected[table] = count(table) - rows_on(table, spoilt);
        for (const std::string& page : spoilt) spoil_page(bytes, std::stoul(page), chance);
    }
    put(bytes);
    const Ended mended = project_.run({"doctor", "--fix"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
    for (const auto& [table, rows] : expected) EXPECT_GE(count(table), rows) << table;
    expect_working_store();
}

// The pages that lead to the rows hold none of them.
TEST_F(DamagedStore, GivesBackEveryRowWhenThePagesAboveThemAreDestroyed) {
    std::mt19937 chance = printed_chance();
    std::string bytes = bytes_of(database());
    std::map<std::string, std::int64_t> before;
    for (const char* table : {"memories", "tasks", "events"}) {
        const auto above = pages(table, "internal");
        ASSERT_GE(above.size(), 1U);
        before[table] = count(table);
        for (const std::string& page : above) spoil_page(bytes, std::stoul(page), chance);
    }
    put(bytes);
    const Ended mended = project_.run({"doctor", "--fix"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
    for (const auto& [table, rows] : before) EXPECT_GE(count(table), rows) << table;
    EXPECT_EQ(count("memory_tags"), before["memories"] * 2);
    expect_working_store();
}

// Rows of a table whose numbers lie far apart cannot be found by counting.
TEST_F(DamagedStore, GivesBackRowsWhoseNumbersLieFarApart) {
    std::mt19937 chance = printed_chance();
    {
        StoreInspector store(database());
        store.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<2000) INSERT INTO "
            "pack_texts(hash,used_at,text) SELECT (i-1000)*9000000000000000+i,1790000000000,printf('%0400d',i) FROM n");
    }
    settle(database());
    std::string bytes = bytes_of(database());
    const std::int64_t before = count("pack_texts");
    const auto spoilt = leaves("pack_texts", 20, chance);
    const std::int64_t lost = rows_on("pack_texts", spoilt);
    for (const std::string& page : spoilt) spoil_page(bytes, std::stoul(page), chance);
    put(bytes);
    const Ended mended = project_.run({"doctor", "--fix"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
    EXPECT_GE(count("pack_texts"), before - lost);
    expect_working_store();
}

TEST_F(DamagedStore, IsRecoveredWhereverTheDamageIs) {
    std::mt19937 chance = printed_chance();
    const std::string whole = bytes_of(database());
    const std::size_t pages = whole.size() / page_size;
    std::int64_t memories = 0;
    const int all_rounds = rounds(24);
    for (int round = 0; round < all_rounds; ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        std::string bytes = whole;
        for (int i = 0; i < 4; ++i) spoil_page(bytes, 2 + chance() % (pages - 1), chance);
        put(bytes);
        const Ended mended = project_.run({"doctor", "--fix"});
        EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
        EXPECT_EQ(mended.signal, 0);
        EXPECT_TRUE(kept_aside() == bytes);
        memories += count("memories");
        expect_working_store();
        if (HasFailure()) return;
    }
    const double part = static_cast<double>(memories) / (records_of_each * all_rounds);
    fmt::print("{:.1f} % of the memories came back\n", part * 100);
    EXPECT_GE(part, 0.8);
}

// Without its list of tables SQLite finds nothing in a file that holds everything else.
TEST_F(DamagedStore, GivesBackItsRowsWithoutItsListOfTables) {
    std::mt19937 chance = printed_chance();
    const std::string whole = bytes_of(database());
    const auto pages =
        StoreInspector(database()).column("SELECT pageno FROM dbstat WHERE name='sqlite_schema' ORDER BY pageno");
    ASSERT_GE(pages.size(), 2U);
    for (const std::string& page : pages) {
        SCOPED_TRACE("page " + page);
        std::string bytes = whole;
        if (page == "1") {
            bytes.replace(0, page_size, page_size, '\0');
        } else {
            spoil_page(bytes, std::stoul(page), chance);
        }
        put(bytes);
        EXPECT_EQ(project_.run({"status"}).exit_code, cli::store_unusable);
        const Ended mended = project_.run({"doctor", "--fix"});
        EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
        EXPECT_TRUE(kept_aside() == bytes);
        EXPECT_EQ(count("memories"), records_of_each);
        EXPECT_EQ(count("tasks"), records_of_each);
        expect_working_store();
    }
}

TEST_F(DamagedStore, CutInHalfGivesBackWhatIsLeft) {
    const std::string whole = bytes_of(database());
    const std::string half = whole.substr(0, whole.size() / 2 / page_size * page_size);
    put(half);
    const Ended mended = project_.run({"doctor", "--fix"});
    EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
    EXPECT_TRUE(kept_aside() == half);
    fmt::print("{} memories and {} tasks came back of {} each\n", count("memories"), count("tasks"), records_of_each);
    EXPECT_GE(count("memories"), records_of_each / 4);
    expect_working_store();
}

// What was committed but not yet copied into the database is in the log.
TEST_F(DamagedStore, GivesBackWhatOnlyItsLogHolds) {
    std::mt19937 chance = printed_chance();
    std::string bytes = bytes_of(database());
    for (const std::string& page : leaves("memories", 4, chance)) spoil_page(bytes, std::stoul(page), chance);
    put(bytes);
    project_.run_json({"anchor", "save", "--key", "late", "--value", "only in the log"});
    EXPECT_GT(fs::file_size(database().string() + "-wal"), 0U);
    EXPECT_EQ(project_.run({"doctor", "--fix"}).exit_code, 0);
    EXPECT_EQ(count("anchors"), 1);
    EXPECT_GE(count("memories"), records_of_each * 8 / 10);
    expect_working_store();
}

TEST_F(DamagedStore, OfWhichNothingCanBeReadIsReplacedByAnEmptyOneOnlyWhenAsked) {
    const std::size_t size = bytes_of(database()).size();
    for (const std::string& bytes : {std::string(size, '\0'), std::string(), std::string(50'000, 'a')}) {
        SCOPED_TRACE(fmt::format("{} bytes", bytes.size()));
        put(bytes);
        const Ended status = project_.run({"status"});
        EXPECT_EQ(status.exit_code, cli::store_unusable);
        EXPECT_NE(status.err.find("hivemind doctor --fix"), std::string::npos) << status.err;
        EXPECT_EQ(project_.run({"doctor"}).exit_code, cli::store_unusable);
        EXPECT_TRUE(bytes_of(database()) == bytes);
        const Ended mended = project_.run({"doctor", "--fix"});
        EXPECT_EQ(mended.exit_code, 0) << mended.out << mended.err;
        EXPECT_NE(mended.out.find("nothing in it could be read: made a new, empty store"), std::string::npos)
            << mended.out;
        EXPECT_TRUE(kept_aside() == bytes);
        expect_working_store();
    }
    EXPECT_EQ(list_aside(project_.paths()).size(), 3U);
}

TEST_F(DamagedStore, OfAStrictProjectComesBackStrict) {
    ASSERT_EQ(project_.run({"config", "set", "mode", "strict"}).exit_code, 0);
    put(std::string(50'000, 'a'));
    const Ended mended = project_.run({"doctor", "--fix"});
    EXPECT_NE(mended.out.find("it is strict now"), std::string::npos) << mended.out << mended.err;
    EXPECT_EQ(project_.run_json({"status"}).at("mode"), "strict");

    Terminal terminal;
    const Ended loosened = terminal.run(
        fmt::format("cd '{}' && '{}' config set mode assisted", project_.root().string(), built_program().string()));
    ASSERT_EQ(loosened.exit_code, 0) << loosened.out;
    put(std::string(50'000, 'b'));
    EXPECT_NE(project_.run({"doctor", "--fix"}).out.find("settings were lost: the mode is assisted now"),
              std::string::npos);
}

TEST_F(DamagedStore, IsNotReplacedWhileAnotherProcessHasItOpen) {
    std::mt19937 chance = printed_chance();
    std::string bytes = bytes_of(database());
    for (const std::string& page : leaves("events", 3, chance)) spoil_page(bytes, std::stoul(page), chance);
    put(bytes);
    {
        ServeClient client({project_.root()});
        client.ask("hello", {{"client", "opencode"}});
        const Ended refused = project_.run({"doctor", "--fix"});
        EXPECT_EQ(refused.exit_code, cli::busy) << refused.out << refused.err;
        EXPECT_NE(refused.err.find("Another process has the store open"), std::string::npos) << refused.err;
        EXPECT_TRUE(list_aside(project_.paths()).empty());
    }
    EXPECT_EQ(project_.run({"doctor", "--fix"}).exit_code, 0);
    expect_working_store();
}

TEST_F(DamagedStore, KilledWhileItIsRecoveredIsRecoveredByTheNext) {
    std::mt19937 chance = printed_chance();
    std::uniform_int_distribution<int> wait_us(0, 250'000 * sanitizer_divisor);
    std::string bytes = bytes_of(database());
    for (const std::string& page : leaves("memories", 6, chance)) spoil_page(bytes, std::stoul(page), chance);
    for (int round = 0; round < rounds(25); ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        put(bytes);
        ChildProcess doctor = ChildProcess::start_hivemind({"doctor", "--fix"}, {project_.root()});
        usleep(static_cast<useconds_t>(wait_us(chance)));
        doctor.send_signal(SIGKILL);
        doctor.wait();
        const std::string between = bytes_of(database());
        const Ended again = project_.run({"doctor", "--fix"});
        EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
        EXPECT_TRUE(between != bytes || kept_aside() == bytes);
        EXPECT_GE(count("memories"), records_of_each * 8 / 10);
        expect_working_store();
        if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace hm::testing
