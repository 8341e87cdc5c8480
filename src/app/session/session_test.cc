// Sessions as agents and people use them: declared, moved, closed, resumed, with their files.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "app/command/catalog.h"
#include "engine/detect/detect.h"
#include "support/file_bytes.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

std::string tool(World& world, std::string_view name, json::object args, std::string_view session = "s") {
    const json::object reply = world.opencode("tool", {{"sessionID", session}, {"tool", name}, {"args", args}});
    return std::string(text_member(reply, "output"));
}

// The files of sessions that are open, in the order of their names.
std::vector<fs::path> session_files(World& world) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(world.directory() / ".hivemind/sessions", error), end; !error && it != end; ++it) {
        if (it->path().extension() == ".md") files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

class Sessions : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world.cli({"init"}).exit_code, 0); }
    World world;
};

TEST_F(Sessions, BeginInOneCallAndAreMovedWithoutLosingWhatWasThere) {
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}, {"mode", "plan_driven"}});
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "tactic"}, {"content", "Read the client"}});
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", "Read refresh.ts"}});
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", "Write the test"}});
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "trajectory"}, {"content", "Renew and revoke"}});
    const json::object shown = world.cli_json({"session", "show"}).as_object();
    const json::object& flat = shown.at("flat").as_object();
    EXPECT_EQ(flat.at("trajectory"), "Renew and revoke (plan: Renew tokens)");
    EXPECT_EQ(flat.at("tactic"), "Read the client");
    EXPECT_EQ(flat.at("action"), "Write the test");
    // The step before is still there, and only one is active.
    const json::array tasks = world.cli_json({"task", "list"}).as_array();
    ASSERT_EQ(tasks.size(), 2U);
    EXPECT_EQ(world.cli_json({"task", "list", "--status", "active"}).as_array().size(), 1U);
    const json::array points = world.cli_json({"turning-point", "list"}).as_array();
    ASSERT_EQ(points.size(), 1U);
    EXPECT_NE(std::string(points[0].at("summary").as_string()).find("Renew tokens"), std::string::npos);
}

TEST_F(Sessions, HaveNewWorkInThePlanThatTheyAreFor) {
    // The task's plan, as the graph of work shows it; "" for a task of none.
    const auto plan_of = [&](std::string_view name) -> std::string {
        const json::object tree = world.cli_json({"plan", "show"}).as_object();
        for (const json::value& plan : tree.at("plans").as_array()) {
            for (const json::value& phase : plan.at("phases").as_array()) {
                for (const json::value& task : phase.at("tasks").as_array()) {
                    if (task.at("name").as_string() == name) return std::string(plan.at("title").as_string());
                }
            }
        }
        return {};
    };
    const auto start = [&](std::string_view name, std::string_view session = "s") {
        const std::string said = tool(world, "govern_task", {{"action", "start"}, {"name", name}}, session);
        EXPECT_NE(said.find("Started"), std::string::npos) << said;
    };
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Open the harbour"}});
    start("Paint the crane");
    EXPECT_EQ(plan_of("Paint the crane"), "Open the harbour");
    start("Oil the crane");
    EXPECT_EQ(plan_of("Oil the crane"), "Open the harbour");
    EXPECT_EQ(world.cli_json({"phase", "list"}).as_array().size(), 1U) << "one phase is enough";
    start("Sweep the pier", "another");
    EXPECT_EQ(plan_of("Sweep the pier"), "") << "a session that is for nothing in particular has no plan";
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Close the harbour"}});
    start("Lower the barrier");
    EXPECT_EQ(plan_of("Lower the barrier"), "Close the harbour");
    EXPECT_EQ(plan_of("Oil the crane"), "Open the harbour");

    ASSERT_EQ(world.cli({"task", "start", "Count the ropes"}).exit_code, 0);
    EXPECT_EQ(plan_of("Count the ropes"), "") << "a person's work is not an agent's";
    ASSERT_EQ(world.cli({"session", "start", "Sell the ropes"}).exit_code, 0);
    ASSERT_EQ(world.cli({"task", "start", "Weigh the ropes"}).exit_code, 0);
    EXPECT_EQ(plan_of("Weigh the ropes"), "Sell the ropes");
}

TEST_F(Sessions, OfAPersonNeedNoClient) {
    EXPECT_EQ(world.cli({"session", "start", "Tidy up", "--mode", "quick_fix"}).exit_code, 0);
    EXPECT_EQ(world.cli({"session", "update", "action", "Sort the imports"}).exit_code, 0);
    EXPECT_NE(world.cli({"session", "show"}).out.find("Sort the imports"), std::string::npos);
    EXPECT_EQ(world.cli({"session", "close", "All sorted"}).exit_code, 0);
    EXPECT_NE(world.cli({"session", "update", "action", "More"}).exit_code, 0);
}

TEST_F(Sessions, HaveAFileThatIsAppendedUnderItsLog) {
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", "Write the test"}});
    world.opencode("tool.execute.after", {{"sessionID", "s"}, {"tool", "write"}, {"args", {{"filePath", "a.ts"}}}});
    const auto files = session_files(world);
    ASSERT_EQ(files.size(), 1U);
    const std::string text = bytes_of(files.front());
    for (const char* part : {"session_id: ", "governance_status: LOCKED", "mode: plan_driven", "[ACTIVE]",
                             "## Hierarchy", "## Notes", "## Log", "Write the test", "checkpoint: write a.ts"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
    EXPECT_LT(text.find("## Log"), text.find("checkpoint: write a.ts"));
    const std::string manifest = bytes_of(world.directory() / ".hivemind/sessions/manifest.json");
    EXPECT_NE(manifest.find(files.front().stem().string()), std::string::npos);
    EXPECT_NE(manifest.find("\"active_stamp\""), std::string::npos);
    EXPECT_EQ(fs::status(files.front()).permissions() & fs::perms::others_all, fs::perms::none);
}

TEST_F(Sessions, NeverOverwriteWhatSomebodyChangedInTheirFile) {
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    const fs::path file = session_files(world).front();
    std::string text = bytes_of(file);
    // Notes are the person's: they stay, and the tree goes on being drawn.
    text.replace(text.find("## Notes\n"), 9, "## Notes\n\nAsk Ann first.\n");
    std::ofstream(file) << text;
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "tactic"}, {"content", "Second way"}});
    EXPECT_NE(bytes_of(file).find("Ask Ann first."), std::string::npos);
    EXPECT_NE(bytes_of(file).substr(0, bytes_of(file).find("## Notes")).find("Second way"), std::string::npos);
    // A change in the rendered part is found and left.
    text = bytes_of(file);
    text.replace(text.find("## Hierarchy"), 12, "## Hierarchy (mine)");
    std::ofstream(file) << text;
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "tactic"}, {"content", "Third way"}});
    text = bytes_of(file);
    EXPECT_NE(text.find("## Hierarchy (mine)"), std::string::npos);
    EXPECT_EQ(text.substr(0, text.find("## Notes")).find("Third way"), std::string::npos);
    EXPECT_NE(text.find("changed by somebody"), std::string::npos);
    EXPECT_NE(text.find("Third way", text.find("## Log")), std::string::npos) << "the log goes on";
}

TEST_F(Sessions, MoveTheirFileToTheArchiveWhenTheyAreClosed) {
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    const fs::path file = session_files(world).front();
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", "Half done"}});
    tool(world, "hivemind_session", {{"action", "close"}, {"summary", "Half of it works."}});
    EXPECT_FALSE(fs::exists(file));
    const fs::path archived = file.parent_path() / "archive" / file.filename();
    EXPECT_NE(bytes_of(archived).find("[CLOSED]"), std::string::npos);
    EXPECT_EQ(world.cli_json({"task", "list", "--status", "active"}).as_array().size(), 0U);
    EXPECT_EQ(world.cli_json({"task", "list", "--status", "planned"}).as_array().size(), 1U);
    EXPECT_EQ(world.cli({"session", "resume", file.stem().string()}).exit_code, 0);
    EXPECT_TRUE(fs::exists(file));
    EXPECT_FALSE(fs::exists(archived));
}

TEST_F(Sessions, KeepTheirLogShort) {
    ASSERT_EQ(world.cli({"config", "set", "max_active_md_lines", "60"}).exit_code, 0);
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    tool(world, "govern_task", {{"action", "start"}, {"name", "Write"}});
    for (int i = 0; i < 150; ++i) {
        const std::string name = "src/quite/a/long/name/of/file" + std::to_string(i) + ".ts";
        world.opencode("tool.execute.after", {{"sessionID", "s"}, {"tool", "write"}, {"args", {{"filePath", name}}}});
    }
    const fs::path file = session_files(world).front();
    const std::string text = bytes_of(file);
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 62);
    EXPECT_NE(text.find("file149.ts"), std::string::npos);
    std::string all = text;
    for (const auto& entry : fs::directory_iterator(file.parent_path() / "archive")) all += bytes_of(entry.path());
    for (int i = 0; i < 150; ++i) {
        EXPECT_NE(all.find("file" + std::to_string(i) + ".ts"), std::string::npos) << i;
    }
}

TEST_F(Sessions, SayInTenLinesWhereThingsStand) {
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", "Write the test"}});
    tool(world, "hivemind_memory",
         {{"action", "flag_false_path"}, {"content", "Patching the form"}, {"reason", "It never sees the header."}});
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "trajectory"}, {"content", "Renew and revoke"}});
    ASSERT_EQ(world.cli({"task", "create", "Revoke them"}).exit_code, 0);
    world.clock().advance(hours(24 * 7));
    const std::string text = world.cli({"resume"}).out;
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 10) << text;
    for (const char* part : {"Last trajectory: ", "Renew and revoke", "Cursor: ", "Write the test",
                             "Gap since last activity: 7d (stale)", "Patching the form", "Revoke them", "Trace: "}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
}

TEST_F(Sessions, CanBeTakenOverByTheNextOne) {
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "tactic"}, {"content", "Read the client"}});
    tool(world, "hivemind_session", {{"action", "resume"}}, "next");
    const std::string scan = tool(world, "hivemind_inspect", {{"action", "scan"}}, "next");
    EXPECT_NE(scan.find("Read the client"), std::string::npos) << scan;
    const std::string deep = tool(world, "hivemind_inspect", {{"action", "deep"}}, "next");
    EXPECT_NE(deep.find("chain"), std::string::npos);
    EXPECT_NE(tool(world, "hivemind_inspect", {{"action", "drift"}}, "next").find("drift 0 of 100"), std::string::npos);
}

TEST_F(Sessions, CanBeCompared) {
    for (const char* session : {"one", "two"}) {
        tool(world, "hivemind_session", {{"action", "start"}, {"focus", session}}, session);
        tool(world, "govern_task", {{"action", "start"}, {"name", session}}, session);
        world.opencode(
            "tool.execute.after",
            {{"sessionID", session}, {"tool", "write"}, {"args", {{"filePath", std::string(session) + ".ts"}}}});
    }
    const json::array sessions = world.cli_json({"session", "list"}).as_array();
    ASSERT_EQ(sessions.size(), 2U);
    const auto id = [&](std::size_t i) { return std::string(sessions[i].at("id").as_string()); };
    const std::string text = world.cli({"session", "diff", id(1), id(0)}).out;
    EXPECT_NE(text.find("- files: one.ts"), std::string::npos) << text;
    EXPECT_NE(text.find("+ files: two.ts"), std::string::npos) << text;
}

TEST_F(Sessions, FoldCompletedBranchesUpAndKeepThem) {
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    for (int i = 0; i < 3; ++i) {
        const std::string name = "Step " + std::to_string(i);
        tool(world, "hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", name}});
        // A person may accept what no record shows.
        const json::array active = world.cli_json({"task", "list", "--status", "active"}).as_array();
        ASSERT_EQ(active.size(), 1U);
        ASSERT_EQ(world.cli({"task", "complete", std::string(active[0].at("id").as_string())}).exit_code, 0);
    }
    tool(world, "hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", "Last"}});
    EXPECT_NE(tool(world, "hivemind_hierarchy", {{"action", "status"}}).find("3 complete"), std::string::npos);
    tool(world, "hivemind_hierarchy", {{"action", "prune"}});
    const std::string tree = world.cli({"session", "show"}).out;
    EXPECT_EQ(tree.find("Step 1"), std::string::npos) << tree;
    EXPECT_NE(tree.find("Last"), std::string::npos);
    EXPECT_EQ(world.cli_json({"comment", "list"}).as_array().size(), 1U);
    EXPECT_NE(tool(world, "hivemind_hierarchy", {{"action", "prune"}}).find("no completed branch"), std::string::npos);
}

TEST(SignalCommands, AreAllOnTheCommandLine) {
    for (const SignalRow& row : signal_table) {
        EXPECT_TRUE(find_command(row.command) != nullptr || find_query(row.command) != nullptr) << row.command;
    }
}

TEST_F(Sessions, GiveLooseTasksATree) {
    for (const char* name : {"First", "Second"}) tool(world, "govern_task", {{"action", "start"}, {"name", name}});
    world.cli_json({"task", "create", "Third"});
    const auto loose = [&] {
        const json::value tasks = world.cli_json({"task", "list"});
        return std::ranges::count_if(tasks.as_array(), [](const json::value& task) {
            const json::value* phase = task.as_object().if_contains("parent_phase_id");
            return phase == nullptr || phase->is_null();
        });
    };
    ASSERT_GE(loose(), 2);
    const std::string told = tool(world, "hivemind_hierarchy", {{"action", "migrate"}, {"title", "Everything so far"}});
    EXPECT_NE(told.find("Everything so far"), std::string::npos) << told;
    EXPECT_EQ(loose(), 0);
    EXPECT_NE(world.cli({"plan", "show"}).out.find("Third"), std::string::npos);
    EXPECT_NE(tool(world, "hivemind_hierarchy", {{"action", "migrate"}}).find("belongs to a plan already"),
              std::string::npos);
}

TEST_F(Sessions, AreExportedListedAndPrunedAsFiles) {
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    const auto exports = world.directory() / ".hivemind/sessions/exports";
    std::vector<std::string> named;
    for (int i = 0; i < 3; ++i) {
        const std::string told = tool(world, "hivemind_cycle", {{"action", "export"}});
        const std::size_t at = told.find(".hivemind/sessions/exports/");
        ASSERT_NE(at, std::string::npos) << told;
        named.push_back(told.substr(at, told.find(".json", at) + 5 - at));
    }
    // Each answer names its own file, and the file says what the session did.
    EXPECT_EQ(std::set<std::string>(named.begin(), named.end()).size(), 3U);
    for (const std::string& file : named) {
        EXPECT_NE(bytes_of(world.directory() / file).find("Renew tokens"), std::string::npos) << file;
    }
    EXPECT_EQ(world.cli_json({"cycle", "list"}).as_array().size(), 3U);
    EXPECT_EQ(world.cli_json({"cycle", "list", "--limit", "2"}).as_array().size(), 2U);
    EXPECT_NE(tool(world, "hivemind_cycle", {{"action", "list"}}).find("-cycle-"), std::string::npos);
    tool(world, "hivemind_cycle", {{"action", "prune"}, {"keep", 1}});
    EXPECT_EQ(world.cli_json({"cycle", "list"}).as_array().size(), 1U);
    EXPECT_NE(world.cli({"cycle", "prune", "-1"}).exit_code, 0);
    EXPECT_EQ(world.cli({"cycle", "prune", "0"}).exit_code, 0);
    EXPECT_EQ(world.cli_json({"cycle", "list"}).as_array().size(), 0U);
    EXPECT_EQ(world.cli_json({"session", "list"}).as_array().size(), 1U) << "what they were made from stays";
}

TEST_F(Sessions, HaveFilesInTheFormOfTheProjectsTemplate) {
    const fs::path file = world.directory() / ".hivemind/templates/session.md";
    const std::string shipped = bytes_of(file);
    ASSERT_NE(shipped.find("## Log"), std::string::npos) << "init leaves one";
    std::string changed = shipped;
    changed.replace(changed.find("## Hierarchy"), 12, "Reviewed by: nobody yet\n\n## Hierarchy");
    std::ofstream(file) << changed;
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}}, "first");
    ASSERT_EQ(session_files(world).size(), 1U);
    EXPECT_NE(bytes_of(session_files(world).front()).find("Reviewed by: nobody yet"), std::string::npos);
    // One that would let the log fall into the rendered part is not used.
    std::ofstream(file) << "## Log\n\n## Notes\n";
    world.clock().advance(minutes(2));
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Second"}}, "second");
    ASSERT_EQ(session_files(world).size(), 2U);
    const std::string text = bytes_of(session_files(world).back()) + bytes_of(session_files(world).front());
    EXPECT_NE(text.find("Second [ACTIVE]"), std::string::npos) << text;
}

TEST_F(Sessions, LeadByTheirStampToWhatWasLearntInThem) {
    tool(world, "hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    tool(world, "hivemind_memory", {{"action", "save"}, {"content", "The queue is a table."}});
    const json::value sessions = world.cli_json({"session", "list"});
    const std::string stamp(sessions.as_array().front().at("stamp").as_string());
    const std::string traced = world.cli({"trace", stamp}).out;
    EXPECT_NE(traced.find("The queue is a table."), std::string::npos) << traced;
}

}  // namespace
}  // namespace hm::testing
