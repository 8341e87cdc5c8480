// What lies in the spool is taken in by the next command, and never keeps that command from its own work.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "stress/lock_holder.h"
#include "stress/serve_client.h"
#include "stress/store_inspector.h"
#include "stress/writers.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

void put(const TempProject& project, const std::string& name, const std::string& text) {
    fs::create_directories(project.paths().spool);
    std::ofstream(project.paths().spool / name) << text;
}

// Records of an agent's calls while the store is held, after one that is recorded at once.
void spool_decisions(const TempProject& project, int count) {
    project.set("gate_deadline", "5ms");
    const std::size_t before = project.spooled_files();
    ServeClient client({project.root()});
    client.before_read("a session", "README.md");
    LockHolder holder(project.paths().database);
    for (int i = 0; i < count; ++i) client.before_read("a session", "README.md");
    holder.release();
    EXPECT_EQ(project.spooled_files(), before + static_cast<std::size_t>(count));
}

std::int64_t count_decisions(const TempProject& project) {
    return StoreInspector(project.paths().database).number("SELECT count(*) FROM events WHERE kind='gate.allow'");
}

TEST(Spool, ManyProcessesTakeItInOnce) {
    constexpr int records = 60;
    const TempProject project;
    spool_decisions(project, records);
    const WriterReport report = run_writers(4, [&](int writer, int output) {
        for (int i = 0; i < 3; ++i) write_through_cli(project.root(), writer, i, output);
    });
    EXPECT_EQ(report.errors, std::vector<std::string>{});
    EXPECT_EQ(project.spooled_files(), 0U);
    EXPECT_EQ(count_decisions(project), records + 1);
    expect_sound_store(project.paths().database);
}

TEST(Spool, BrokenFilesDoNotStopTheNextCommand) {
    const TempProject project;
    put(project, "empty.json", "");
    put(project, "text.json", "no record");
    put(project, "other.json", R"({"event":{"kind":"gate.allow"}})");
    fs::create_directory(project.paths().spool / "directory.json");
    project.run_json({"memory", "save", "goes on"});
    EXPECT_EQ(project.run({"status"}).exit_code, 0);
}

TEST(Spool, BrokenFilesDoNotKeepSoundOnesWaiting) {
    const TempProject project;
    for (int i = 0; i < 150; ++i) put(project, fmt::format("broken-{}.json", i), "no record");
    spool_decisions(project, 20);
    for (int i = 0; i < 5; ++i) project.run_json({"memory", "save", fmt::format("command {}", i)});
    EXPECT_EQ(count_decisions(project), 21);
}

// The task is gone by the time its checkpoint is taken in: purged, or in a store put back from a backup.
TEST(Spool, ARecordOfATaskThatIsGoneDoesNotStopTheNextCommand) {
    const TempProject project;
    project.set("record_deadline", "5ms");
    {
        ServeClient client({project.root()});
        client.own_tool("a session", "govern_task", {{"action", "start"}, {"name", "Write files"}});
        LockHolder holder(project.paths().database);
        client.after_write("a session", "a.txt");
        holder.release();
    }
    ASSERT_EQ(project.spooled_files(), 1U);
    StoreInspector(project.paths().database).execute("PRAGMA foreign_keys=OFF; DELETE FROM tasks");
    const Ended ended = project.run({"memory", "save", "goes on"});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(StoreInspector(project.paths().database).number("SELECT count(*) FROM memories"), 1);
}

// The child died after it had spooled the record and before it answered; the plugin asked the next one.
TEST(Spool, ARecordWhoseRequestWasSentAgainIsTakenInOnce) {
    const TempProject project;
    project.set("gate_deadline", "5ms");
    const json::object call{
        {"tool", "read"}, {"sessionID", "a session"}, {"callID", "c"}, {"args", {{"filePath", "a"}}}};
    ServeClient({project.root()}).ask("tool.execute.before", call);
    {
        ServeClient client({project.root()});
        LockHolder holder(project.paths().database);
        client.ask_as("request-again", "tool.execute.before", call);
        holder.release();
    }
    ASSERT_EQ(project.spooled_files(), 1U);
    ServeClient({project.root()}).ask_as("request-again", "tool.execute.before", call);

    const Ended ended = project.run({"memory", "save", "goes on"});
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(project.spooled_files(), 0U);
    EXPECT_EQ(count_decisions(project), 2);
}

}  // namespace
}  // namespace hm::testing
