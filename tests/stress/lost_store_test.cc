// A store that is deleted or replaced, before a process starts and while it runs. The gate answers by the fail mode,
// nothing is acknowledged that is not kept, and the person is told how to go on.
#include <fmt/format.h>

#include <fstream>

#include "app/care/doctor.h"
#include "stress/mcp_client.h"
#include "stress/mcp_http_server.h"
#include "stress/projects.h"
#include "stress/serve_client.h"
#include "support/places.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

void remove_database(const fs::path& root) {
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(root.string() + "/.hivemind/hivemind.db" + suffix);
}

class LostStore : public ::testing::TestWithParam<Wired> {
protected:
    const Wired& client() const { return GetParam(); }
    Ended touch(std::string_view session, const fs::path& directory) {
        return projects_.shell(client(), session, directory, "touch x");
    }

    Projects projects_;
};

TEST_P(LostStore, IsRefusedInAProjectThatFailsClosed) {
    const fs::path a = projects_.make("a", "strict");
    fs::create_directories(a / "src");
    remove_database(a);
    for (const fs::path& directory : {a, a / "src"}) {
        const Ended ended = touch("s", directory);
        EXPECT_TRUE(is_refused(ended)) << ended.out;
        for (const char* part : {"WHAT: ", "WHY: ", "USE INSTEAD: ", "EVIDENCE: ", "backup restore", "hivemind init"}) {
            EXPECT_NE(ended.out.find(part), std::string::npos) << ended.out;
        }
    }
    EXPECT_TRUE(is_refused(projects_.send(client(), client().event, a, "garbage")));
    // The mark alone is enough.
    for (const fs::directory_entry& each : fs::directory_iterator(a / ".hivemind")) {
        if (each.path().filename() != "fails_closed") fs::remove_all(each.path());
    }
    EXPECT_TRUE(is_refused(touch("s", a)));
    const Ended turn = projects_.start(client(), "t", a, "startup");
    EXPECT_EQ(turn.exit_code, 0);
    EXPECT_FALSE(fs::exists(a / ".hivemind/hivemind.db")) << "a hook makes no store";
}

TEST_P(LostStore, GoesByTheWiringWhereThereIsNoMark) {
    const fs::path a = projects_.make("a", "assisted");
    remove_database(a);
    const Ended open = touch("s", a);
    EXPECT_FALSE(is_refused(open));
    EXPECT_NE(open.out.find("systemMessage"), std::string::npos) << "it is shown: " << open.out;
    EXPECT_NE(open.out.find("is missing"), std::string::npos) << open.out;
    projects_.wired_with = {"--fail", "closed"};
    EXPECT_TRUE(is_refused(touch("s", a)));
}

TEST_P(LostStore, WithNothingLeftTheWiringOfTheDirectorySaysSo) {
    const fs::path a = projects_.make_folder("a/src").parent_path();
    projects_.variables = {{"HOME", projects_.make_folder("home").string()},
                           {"XDG_STATE_HOME", projects_.path("state").string()}};
    const auto settings_in = [&](const fs::path& folder, const char* fail) {
        const std::string command = fmt::format("/opt/hivemind hook {} {}{}", client().client, client().event, fail);
        const json::object handler{{"type", "command"}, {"command", command}};
        const json::object settings{
            {"hooks", {{client().event, json::array{json::object{{"hooks", json::array{handler}}}}}}}};
        const bool is_codex = client().client == "codex";
        const fs::path file = folder / (is_codex                      ? ".codex/hooks.json"
                                        : client().client == "gemini" ? ".gemini/settings.json"
                                                                      : ".claude/settings.json");
        fs::create_directories(file.parent_path());
        std::ofstream(file) << to_text(settings);
    };
    EXPECT_EQ(touch("s", a / "src").out, "") << "wired nowhere";
    settings_in(a, " --fail closed");
    EXPECT_TRUE(is_refused(touch("s", a / "src")));
    settings_in(a, "");
    EXPECT_FALSE(is_refused(touch("t", a)));
    EXPECT_TRUE(is_refused(projects_.shell(client(), "t", a, "rm -rf /"))) << "the built-in rules hold";
    // Gemini CLI has no place for it at a session's start.
    const char* speaking = client().client == "gemini" ? "BeforeModel" : "SessionStart";
    const json::array messages{json::object{{"role", "user"}, {"content", "Go on."}}};
    const Ended told = projects_.call(
        client(), "t", a, "", {},
        {{"hook_event_name", speaking}, {"source", "startup"}, {"llm_request", {{"messages", messages}}}});
    EXPECT_NE(told.out.find("is missing"), std::string::npos) << told.out;
    EXPECT_NE(told.out.find("hivemind init"), std::string::npos) << told.out;
    // What a person wired for every directory makes none a project.
    settings_in(projects_.path("home"), "");
    fs::create_directories(projects_.path("home/work"));
    EXPECT_EQ(touch("u", projects_.path("home/work")).out, "");
    fs::create_directories(projects_.path("other_home/work"));
    settings_in(projects_.path("other_home"), " || { d=$PWD; exit 1; }");
    EXPECT_EQ(touch("v", projects_.path("other_home/work")).out, "");
}

TEST_P(LostStore, ASessionThatBeganThereRemembersHowItFails) {
    projects_.variables = {{"XDG_STATE_HOME", projects_.path("state").string()}};
    const fs::path a = projects_.make("a", "strict");
    touch("s", a);
    fs::remove_all(a / ".hivemind");
    EXPECT_TRUE(is_refused(touch("s", a)));
    fs::remove_all(projects_.path("state/hivemind/places"));
    EXPECT_TRUE(is_refused(touch("s", a)));
    EXPECT_EQ(touch("new", a).out, "") << "nothing says that there was a project";
}

TEST_P(LostStore, WithNothingLeftTheUsersStateFolderSaysSo) {
    projects_.variables = {{"XDG_STATE_HOME", projects_.path("state").string()}};
    const fs::path a = projects_.make("a", "strict");
    const fs::path b = projects_.make("b", "assisted");
    const OwnVariables own(projects_.variables);
    fs::create_directories(a / "src");
    fs::create_directory_symlink(a / "src", projects_.path("link"));
    for (const fs::path& root : {a, b}) {
        touch("before in " + root.filename().string(), root);
        fs::remove_all(root / ".hivemind");
    }
    for (const fs::path& directory : {a, a / "src", projects_.path("link")}) {
        const Ended ended = touch("new", directory);
        EXPECT_TRUE(is_refused(ended)) << directory << ended.out;
        for (const char* part : {"is missing", "backup restore", "hivemind init", "hivemind trust --forget"}) {
            EXPECT_NE(ended.out.find(part), std::string::npos) << ended.out;
        }
    }
    const Ended open = touch("new in b", b);
    EXPECT_FALSE(is_refused(open));
    EXPECT_NE(open.out.find("is missing"), std::string::npos) << "it is shown: " << open.out;
    EXPECT_FALSE(fs::exists(a / ".hivemind")) << "a hook makes nothing there";
    EXPECT_EQ(touch("elsewhere", projects_.make_folder("c")).out, "");

    // A person gives one of them up, and begins the other anew: as strict as it was.
    EXPECT_NE(run_hivemind({"trust", "--forget"}, {b}).exit_code, 0) << "nobody shows that it is a person";
    const Ended forgotten = Terminal().run(fmt::format(
        "cd '{}' && unshare --pid --fork --mount-proc '{}' trust --forget", b.string(), built_program().string()));
    EXPECT_EQ(forgotten.exit_code, 0) << forgotten.out;
    EXPECT_EQ(touch("newer in b", b).out, "");
    EXPECT_NE(run_hivemind({"trust", "--forget"}, {b}).exit_code, 0);
    const Ended init = run_hivemind({"init"}, {a});
    EXPECT_EQ(init.exit_code, 0) << init.err;
    EXPECT_NE(init.out.find("(mode strict)"), std::string::npos) << init.out;
    EXPECT_NE(run_hivemind({"trust", "--forget"}, {a}).exit_code, 0) << "its store is there";
}

TEST_P(LostStore, AProjectThatWasMovedIsNotMissedWhereItWas) {
    projects_.variables = {{"XDG_STATE_HOME", projects_.path("state").string()}};
    const fs::path a = projects_.make("a", "strict");
    touch("s", a);
    fs::rename(a, projects_.path("moved"));
    touch("t", projects_.path("moved"));
    EXPECT_EQ(touch("u", projects_.make_folder("a")).out, "");
    fs::remove_all(projects_.path("moved/.hivemind"));
    EXPECT_TRUE(is_refused(touch("v", projects_.path("moved"))));
}

TEST_P(LostStore, RemainsOfAClonedRepositoryDoNotHideTheProjectAroundThem) {
    const fs::path a = projects_.make("a", "strict");
    fs::create_directories(a / "vendor/b/.hivemind/export");
    std::ofstream(a / "vendor/b/.hivemind/.gitignore") << "*\n";
    const Ended ended = touch("s", a / "vendor/b");
    EXPECT_TRUE(is_refused(ended)) << ended.out;
    EXPECT_NE(ended.out.find("GOVERNANCE BLOCK"), std::string::npos) << "judged by a: " << ended.out;
    // What the first implementation left is no project of ours.
    fs::create_directories(projects_.path("first/.hivemind/sessions"));
    std::ofstream(projects_.path("first/.hivemind/config.json")) << "{}";
    EXPECT_EQ(touch("t", projects_.path("first")).out, "");
}

INSTANTIATE_TEST_SUITE_P(Clients, LostStore, ::testing::ValuesIn(wired_clients()), name_of_client);

TEST(LostStoreCommands, SayItAndOfferTheWaysBack) {
    Projects projects;
    const fs::path a = projects.make("a", "strict");
    const auto run = [&](const std::vector<std::string>& arguments) { return run_hivemind(arguments, {a}); };
    ASSERT_EQ(run({"memory", "save", "Kept in the copy."}).exit_code, 0);
    ASSERT_EQ(run({"backup"}).exit_code, 0);
    remove_database(a);
    const Ended doctor = run({"doctor"});
    EXPECT_EQ(doctor.exit_code, 1);
    EXPECT_NE(doctor.out.find("is missing"), std::string::npos) << doctor.out;
    EXPECT_NE(doctor.out.find("hivemind backup restore .hivemind/backups/"), std::string::npos) << doctor.out;
    EXPECT_EQ(run({"doctor", "--fix"}).exit_code, 1);
    const Ended status = run({"status"});
    EXPECT_EQ(status.exit_code, 6) << status.out << status.err;
    EXPECT_NE(status.err.find("is missing"), std::string::npos) << status.err;

    const Ended init = run({"init"});
    EXPECT_EQ(init.exit_code, 0) << init.err;
    EXPECT_NE(init.out.find("is missing. A new, empty one was made."), std::string::npos) << init.out;
    EXPECT_NE(init.out.find("hivemind backup restore .hivemind/backups/"), std::string::npos) << init.out;
    EXPECT_NE(init.out.find("(mode strict)"), std::string::npos) << "it does not come back milder: " << init.out;
    EXPECT_TRUE(is_marked_closed(a));
    EXPECT_EQ(run({"init"}).out.find("is missing"), std::string::npos);
}

TEST(LostStoreCommands, ABackupIsPutWhereNoStoreIs) {
    Projects projects;
    const fs::path a = projects.make("a", "strict");
    ASSERT_EQ(run_hivemind({"memory", "save", "Kept in the copy."}, {a}).exit_code, 0);
    ASSERT_EQ(run_hivemind({"backup", "copy.db"}, {a}).exit_code, 0);
    fs::remove(a / ".hivemind/hivemind.db");
    SystemClock clock;
    RandomIds ids;
    const auto aside = restore_project(a / "copy.db", a, clock, ids, Deadline::in(seconds(10)));
    ASSERT_TRUE(aside.has_value()) << aside.error().what;
    EXPECT_NE(run_hivemind({"memory", "list"}, {a}).out.find("Kept in the copy."), std::string::npos);
}

const json::object a_write{
    {"tool", "write"}, {"sessionID", "s"}, {"callID", "c"}, {"args", {{"filePath", "x.ts"}, {"content", "x"}}}};

// Deletes some of the store's files while a child of OpenCode's plugin runs.
class LostWhileServing : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(LostWhileServing, NothingIsAcknowledgedAndNoCallIsJudged) {
    Projects projects;
    const fs::path a = projects.make("a", "strict");
    ServeClient serve({a});
    EXPECT_EQ(text_member(serve.ask("hello", {}).reply, "fail"), "closed");
    const auto save = [&](std::string_view text) {
        return serve.own_tool("s", "hivemind_memory", {{"action", "save"}, {"content", text}}).reply;
    };
    EXPECT_NE(text_member(save("The first."), "output").find("Saved"), std::string_view::npos);
    for (const std::string& name : GetParam()) fs::remove_all(a / name);
    for (int i = 0; i < 2; ++i) {
        const json::object saved = save("The second.");
        EXPECT_TRUE(saved.contains("failed")) << to_text(saved);
        EXPECT_EQ(text_member(saved, "output"), "") << to_text(saved);
        const json::object judged = serve.ask("tool.execute.before", a_write).reply;
        EXPECT_TRUE(judged.contains("failed")) << "which the plugin refuses in a project that fails closed";
        // With nothing left the plugin cannot see how the project fails.
        const bool is_all_gone = !fs::exists(a / ".hivemind");
        EXPECT_EQ(text_member(judged, "verdict"), is_all_gone ? "block" : "") << to_text(judged);
        EXPECT_FALSE(judged.contains("active")) << "this is not a directory without a project";
        EXPECT_NE(text_member(judged, "message").find("is missing"), std::string_view::npos) << to_text(judged);
    }
    EXPECT_FALSE(fs::exists(a / ".hivemind/hivemind.db"));
}

INSTANTIATE_TEST_SUITE_P(Files, LostWhileServing,
                         ::testing::Values(std::vector<std::string>{".hivemind/hivemind.db"},
                                           std::vector<std::string>{".hivemind/hivemind.db",
                                                                    ".hivemind/hivemind.db-wal",
                                                                    ".hivemind/hivemind.db-shm"},
                                           std::vector<std::string>{".hivemind"}));

TEST(StoreTakenAway, ANewStoreAtThePathIsOpened) {
    Projects projects;
    const fs::path a = projects.make("a", "strict");
    ServeClient serve({a});
    serve.ask("hello", {});
    const auto save = [&](std::string_view text) {
        return serve.own_tool("s", "hivemind_memory", {{"action", "save"}, {"content", text}}).reply;
    };
    save("In the old store.");
    remove_database(a);
    ASSERT_EQ(run_hivemind({"init"}, {a}).exit_code, 0);
    EXPECT_NE(text_member(save("In the new store."), "output").find("Saved"), std::string_view::npos);
    const std::string listed = run_hivemind({"memory", "list"}, {a}).out;
    EXPECT_NE(listed.find("In the new store."), std::string::npos) << listed;
    EXPECT_EQ(listed.find("In the old store."), std::string::npos) << listed;
    EXPECT_EQ(text_member(serve.ask("tool.execute.before", a_write).reply, "verdict"), "block");
}

// The log alone: what a running process would go on to write there is seen by nobody else.
TEST(StoreTakenAway, ALogThatIsTakenAwayIsNotWrittenToAnyLonger) {
    Projects projects;
    const fs::path a = projects.make("a", "strict");
    ServeClient serve({a});
    const auto save = [&](std::string_view text) {
        return serve.own_tool("s", "hivemind_memory", {{"action", "save"}, {"content", text}}).reply;
    };
    save("Perhaps lost with the log.");
    fs::remove(a / ".hivemind/hivemind.db-wal");
    fs::remove(a / ".hivemind/hivemind.db-shm");
    EXPECT_NE(text_member(save("Behind the new log."), "output").find("Saved"), std::string_view::npos);
    EXPECT_NE(run_hivemind({"memory", "list"}, {a}).out.find("Behind the new log."), std::string::npos);
}

// Another store, written into the same files.
void copy_over(const fs::path& from, const fs::path& to) {
    const std::string command = fmt::format("cp -a '{}/.hivemind' '{}/'", from.string(), to.string());
    ASSERT_EQ(std::system(command.c_str()), 0);
}

TEST(StoreTakenAway, AStoreCopiedOverItInPlaceIsNotUsed) {
    Projects projects;
    const fs::path a = projects.make("a", "strict");
    const fs::path b = projects.make("b", "permissive");
    ServeClient serve({a});
    McpClient client({a});
    client.initialize();
    serve.ask("hello", {});
    const auto save = [&](std::string_view text) {
        return serve.own_tool("s", "hivemind_memory", {{"action", "save"}, {"content", text}}).reply;
    };
    EXPECT_NE(text_member(save("The first."), "output").find("Saved"), std::string_view::npos);
    EXPECT_FALSE(client.call("hivemind_memory", {{"action", "save"}, {"content", "By MCP."}}).contains("isError"));
    EXPECT_EQ(text_member(serve.ask("tool.execute.before", a_write).reply, "verdict"), "block");
    copy_over(b, a);
    EXPECT_NE(text_member(serve.ask("tool.execute.before", a_write).reply, "verdict"), "allow");
    const json::object kept = save("The second.");
    EXPECT_EQ(text_member(kept, "output").find("Saved"), std::string_view::npos) << to_text(kept);
    const json::object by_mcp = client.call("hivemind_memory", {{"action", "save"}, {"content", "The third."}});
    EXPECT_TRUE(by_mcp.contains("isError")) << to_text(by_mcp);
    EXPECT_NE(text_of(by_mcp).find("came from elsewhere"), std::string::npos) << to_text(by_mcp);
    EXPECT_NE(run_hivemind({"status"}, {a}).err.find("came from elsewhere"), std::string::npos);
}

TEST(StoreTakenAway, AStoreTakenAwayLeadsToNoProjectAbove) {
    Projects projects;
    projects.make("a", "permissive");
    const fs::path b = projects.make("a/b", "strict");
    ServeClient serve({b});
    serve.ask("hello", {});
    EXPECT_EQ(text_member(serve.ask("tool.execute.before", a_write).reply, "verdict"), "block");
    fs::remove_all(b / ".hivemind");
    EXPECT_TRUE(serve.ask("tool.execute.before", a_write).reply.contains("failed"));
}

TEST(StoreTakenAway, IsNoticedByAnMcpServer) {
    Projects projects;
    const fs::path a = projects.make("a", "strict");
    McpClient client({a});
    client.initialize();
    const auto save = [&](std::string_view text) {
        return client.call("hivemind_memory", {{"action", "save"}, {"content", text}});
    };
    EXPECT_FALSE(save("The first.").contains("isError"));
    remove_database(a);
    const json::object lost = save("The second.");
    EXPECT_TRUE(lost.contains("isError")) << to_text(lost);
    EXPECT_NE(text_of(lost).find("is missing"), std::string::npos) << to_text(lost);
    ASSERT_EQ(run_hivemind({"init"}, {a}).exit_code, 0);
    const json::object kept = save("The third.");
    EXPECT_FALSE(kept.contains("isError")) << to_text(kept);
    EXPECT_NE(run_hivemind({"memory", "list"}, {a}).out.find("The third."), std::string::npos);
    fs::remove_all(a / ".hivemind");
    EXPECT_TRUE(save("The fourth.").contains("isError"));
}

TEST(StoreTakenAway, IsNoticedByAnMcpServerOverHttp) {
    McpHttpServer server;
    HttpPeer peer = server.connect();
    const std::string session = server.open_session(peer);
    const auto save = [&](int id, std::string_view text) {
        const json::object call{{"name", "hivemind_memory"}, {"arguments", {{"action", "save"}, {"content", text}}}};
        peer.send(server.request(session, id, "tools/call", call));
        return peer.answer().body;
    };
    EXPECT_NE(save(2, "The first.").find("Saved the memory."), std::string::npos);
    remove_database(server.project().root());
    const std::string lost = save(3, "The second.");
    EXPECT_EQ(lost.find("Saved the memory."), std::string::npos) << lost;
    EXPECT_NE(lost.find("is missing"), std::string::npos) << lost;
}

}  // namespace
}  // namespace hm::testing
