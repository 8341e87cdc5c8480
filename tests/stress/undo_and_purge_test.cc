// Undoing by many at once, and purging that is killed in the middle.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

#include "stress/load.h"
#include "stress/store_inspector.h"
#include "stress/writers.h"

namespace hm::testing {
namespace {

// One command of a person, in this process.
Result<Receipt> act(const TempProject& project, std::string_view name, const json::object& input) {
    SystemClock clock;
    RandomIds ids;
    auto opened = Project::open(project.root(), clock, ids, Deadline::in(seconds(20)));
    if (!opened) return fail(opened.error());
    Workspace workspace = opened->workspace();
    return execute(*find_command(name), {input, {}}, workspace);
}

bool holds(const std::filesystem::path& file, std::string_view text) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    return bytes.find(text) != std::string::npos;
}

TEST(ConcurrentUndo, TakesAnEventBackOnce) {
    const TempProject project;
    project.set("command_deadline", "60s");
    ASSERT_TRUE(act(project, "anchor save", {{"key", "db"}, {"value", "one"}}));
    ASSERT_TRUE(act(project, "anchor save", {{"key", "db"}, {"value", "two"}}));
    const std::int64_t event = StoreInspector(project.paths().database).number("SELECT max(seq) FROM events");
    const WriterReport report = run_writers(8, [&](int, int output) {
        const auto receipt = act(project, "undo", {{"event", std::to_string(event)}});
        write_line_at_once(output, receipt ? "ok undo events - 0" : "error " + receipt.error().why);
    });
    EXPECT_EQ(report.acknowledged.size(), 1U);
    EXPECT_EQ(report.errors, std::vector<std::string>(7, "error It is already undone."));
    StoreInspector store(project.paths().database);
    EXPECT_EQ(store.column("SELECT value FROM anchors WHERE archived_at IS NULL"), std::vector<std::string>{"one"});
    EXPECT_EQ(store.number("SELECT count(*) FROM events WHERE kind='undo'"), 1);
    expect_sound_store(project.paths().database);
}

TEST(KilledPurge, LeavesTheRecordWholeOrGone) {
    const TempProject project;
    for (int i = 0; i < 300; ++i) {
        ASSERT_TRUE(act(project, "memory save", {{"content", fmt::format("Kept {} {:x>1500}", i, "")}}));
    }
    std::mt19937 chance = printed_chance();
    std::uniform_int_distribution<int> wait_us(0, 60'000 * sanitizer_divisor);
    int gone = 0;
    for (int round = 0; round < rounds(20); ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        const auto saved = act(project, "memory save", {{"content", fmt::format("gnugnu of round {}", round)}});
        ASSERT_TRUE(saved);
        const std::string id = saved->id->text();
        ChildProcess purger =
            ChildProcess::start_function([&](int, int) { return act(project, "purge", {{"ids", {id}}}) ? 0 : 1; });
        usleep(static_cast<useconds_t>(wait_us(chance)));
        purger.send_signal(SIGKILL);
        purger.wait();
        {
            StoreInspector store(project.paths().database);
            const std::int64_t rows = store.number("SELECT count(*) FROM memories WHERE id='" + id + "'");
            EXPECT_EQ(store.number("SELECT count(*) FROM changes WHERE id='" + id + "'"), rows);
            EXPECT_EQ(store.number("SELECT count(*) FROM nodes WHERE id='" + id + "'"), rows);
            EXPECT_EQ(store.number("SELECT count(*) FROM memory_search WHERE memory_search MATCH 'gnugnu'"), rows);
            EXPECT_EQ(store.number("SELECT count(*) FROM memories"), 300 + rows);
            gone += rows == 0 ? 1 : 0;
        }
        expect_sound_store(project.paths().database);
        // Whatever the killed one left behind: the record, or only its bytes.
        const bool is_there =
            StoreInspector(project.paths().database).number("SELECT count(*) FROM nodes WHERE id='" + id + "'") == 1;
        ASSERT_TRUE(act(project, "purge", is_there ? json::object{{"ids", {id}}} : json::object{}));
        EXPECT_FALSE(holds(project.paths().database, "gnugnu"));
        EXPECT_FALSE(holds(project.paths().database.string() + "-wal", "gnugnu"));
        if (HasFailure()) return;
    }
    fmt::print("{} of {} were gone before the kill\n", gone, rounds(20));
}

}  // namespace
}  // namespace hm::testing
