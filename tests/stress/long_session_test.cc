// A session of more than 200 events with two compactions, a subagent, a crash and a split, played against the real
// program. After each of them the critical anchors, the active chain, the dead ends and the last decision are still
// before the model, and a process that has only the directory says the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>

#include "stress/serve_client.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

class LongSession : public ::testing::Test {
protected:
    void SetUp() override {
        client = std::make_unique<ServeClient>(ChildPlace{project.root()});
        own("hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
        own("hivemind_session", {{"action", "update"}, {"level", "tactic"}, {"content", "Rewrite the client"}});
        own("hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", "Write refresh.ts"}});
        own("hivemind_anchor",
            {{"action", "save"}, {"key", "port"}, {"value", "It listens on 4096."}, {"priority", "critical"}});
        own("hivemind_anchor",
            {{"action", "save"}, {"key", "ci"}, {"value", "Never push on Friday."}, {"priority", "critical"}});
        own("hivemind_memory",
            {{"action", "flag_false_path"}, {"content", "Patching the form"}, {"reason", "It never sees the header."}});
        ASSERT_EQ(project.run({"turning-point", "create", "Renew in the client, not in the server"}).exit_code, 0);
    }

    std::string own(std::string_view tool, json::object arguments, std::string_view session = "main") {
        const json::object reply = client->own_tool(session, tool, std::move(arguments)).reply;
        return std::string(text_member(reply, "output"));
    }

    // Four events a round: what an agent does all day.
    void work(int rounds) {
        for (int i = 0; i < rounds; ++i, ++worked) {
            const std::string file = fmt::format("src/{}.ts", worked);
            client->before_read("main", file);
            client->ask("tool.execute.after",
                        {{"sessionID", "main"}, {"tool", "read"}, {"args", {{"filePath", file}}}});
            client->after_write("main", file);
            client->ask("tool.execute.after", {{"sessionID", "main"},
                                               {"tool", "bash"},
                                               {"args", {{"command", "npm test " + file}}},
                                               {"metadata", {{"exit", 0}}}});
        }
    }

    // All that goes before the model: what stays the same from request to request, and what changes.
    std::string pack(std::string_view session = "main") {
        const json::object stable = client->ask("system.transform", {{"sessionID", session}}).reply;
        const json::object reply =
            client->ask("messages.transform", {{"sessionID", session}, {"prompt", "go on"}}).reply;
        return std::string(stable.at("push").at("system").as_array().front().as_string()) +
               std::string(text_member(reply, "inject"));
    }

    static void expect_whole(const std::string& text, const char* when) {
        for (const char* part :
             {"It listens on 4096.", "Never push on Friday.", "Write refresh.ts", "Patching the form"}) {
            EXPECT_NE(text.find(part), std::string::npos) << when << " lacks " << part << "\n" << text;
        }
    }

    void compact(int number) {
        const json::object reply = client->ask("session.compacting", {{"sessionID", "main"}}).reply;
        // From the second one on the report is the prompt.
        const std::string block(reply.contains("set") ? reply.at("set").at("prompt").as_string()
                                                      : reply.at("push").at("context").as_array().at(0).as_string());
        expect_whole(block, "the block for the compaction");
        EXPECT_NE(block.find("Renew in the client"), std::string::npos) << block;
        client->ask("event", {{"type", "session.compacted"}, {"properties", {{"sessionID", "main"}}}});
        const std::string after = pack();
        expect_whole(after, "the pack after the compaction");
        EXPECT_NE(after.find(fmt::format("compaction=\"#{}\"", number)), std::string::npos) << after;
        EXPECT_NE(after.find("just compacted"), std::string::npos);
    }

    TempProject project;
    std::unique_ptr<ServeClient> client;
    int worked = 0;
};

TEST_F(LongSession, KeepsWhatMattersThroughCompactionsACrashASubagentAndASplit) {
    work(20);
    compact(1);

    client->ask("event",
                {{"type", "session.created"},
                 {"properties", {{"info", {{"id", "child"}, {"parentID", "main"}, {"title", "Look it up"}}}}}});
    own("hivemind_memory", {{"action", "save"}, {"content", "The header is set in proxy.ts."}}, "child");
    client->ask("event", {{"type", "session.idle"}, {"properties", {{"sessionID", "child"}}}});
    expect_whole(pack(), "the pack after the subagent");
    EXPECT_NE(pack().find("proxy.ts"), std::string::npos) << "what the subagent found reaches its parent";

    // Killed with a request on its way; its successor gets the same request again.
    const json::object write{{"sessionID", "main"}, {"tool", "write"}, {"args", {{"filePath", "src/crash.ts"}}}};
    client->send("tool.execute.after", write);
    client = std::make_unique<ServeClient>(ChildPlace{project.root()});
    client->ask_as("crash", "tool.execute.after", write);
    expect_whole(pack(), "the pack after the crash");

    work(30);
    compact(2);

    const json::object split =
        project.run_json({"session", "split", "--session",
                          std::string(project.run_json({"resume"}).at("session").at("stamp").as_string()), "--messages",
                          "user: now the tests", "--messages", "assistant: I was about to write refresh.test.ts"});
    std::ifstream in(project.root() / std::string(split.at("file").as_string()));
    const std::string handed_over(std::istreambuf_iterator<char>(in), {});
    expect_whole(handed_over, "what the split hands over");
    EXPECT_NE(handed_over.find("refresh.test.ts"), std::string::npos) << "nothing mid-thought is lost";
    // A session that lives keeps its tasks; this one is over.
    client->ask("event", {{"type", "session.deleted"}, {"properties", {{"info", {{"id", "main"}}}}}});
    own("hivemind_session", {{"action", "resume"}}, "fresh");
    const std::string scanned = own("hivemind_inspect", {{"action", "scan"}}, "fresh");
    EXPECT_NE(scanned.find("Write refresh.ts"), std::string::npos) << scanned;

    client.reset();
    // Only the directory is left.
    const Ended resumed = project.run({"resume"});
    for (const char* part : {"Renew tokens", "Renew in the client", "Patching the form"}) {
        EXPECT_NE(resumed.out.find(part), std::string::npos) << part << "\n" << resumed.out;
    }
    const json::array events = parse_json(project.run({"log", "--limit", "1000", "--json"}).out)->as_array();
    EXPECT_GT(events.size(), 200U);
}

}  // namespace
}  // namespace hm::testing
