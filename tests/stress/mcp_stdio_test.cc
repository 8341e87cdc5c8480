// `hivemind mcp` on standard input and output: what a client agrees with it, what it can ask, and what it is told.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>

#include "stress/lock_holder.h"
#include "stress/mcp_client.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

class McpStdio : public ::testing::Test {
protected:
    TempProject project_;
    McpClient client_{{project_.root()}};
};

const json::object& structured(const json::object& result) {
    return object_member(result, "structuredContent");
}

bool is_error(const json::object& result) {
    const json::value* flag = result.if_contains("isError");
    return flag != nullptr && flag->is_bool() && flag->get_bool();
}

int code_of(const json::object& answer) {
    const json::value* code = object_member(answer, "error").if_contains("code");
    return code != nullptr && code->is_int64() ? static_cast<int>(code->get_int64()) : 0;
}

TEST_F(McpStdio, AgreesOnAVersion) {
    EXPECT_EQ(text_member(client_.initialize("2025-06-18"), "protocolVersion"), "2025-06-18");
    McpClient newer({project_.root()});
    EXPECT_EQ(text_member(newer.initialize("2025-11-25"), "protocolVersion"), "2025-11-25");
    McpClient strange({project_.root()});
    const json::object agreed = strange.initialize("1999-01-01");
    EXPECT_EQ(text_member(agreed, "protocolVersion"), "2025-11-25") << "the newest we have";
    EXPECT_EQ(text_member(object_member(agreed, "serverInfo"), "name"), "hivemind");
    EXPECT_EQ(code_of(strange.request("initialize", {{"protocolVersion", "2025-11-25"}})), -32600);
}

TEST_F(McpStdio, ListsItsToolsWithSchemasAndHints) {
    client_.initialize();
    const json::object listed = client_.result("tools/list");
    EXPECT_LT(to_text(listed).size(), 6'000U) << "every model that connects pays for this";
    EXPECT_EQ(listed.at("tools").as_array().size(), 5U);
    for (const json::value& each : listed.at("tools").as_array()) {
        const json::object& tool = each.as_object();
        const std::string_view name = text_member(tool, "name");
        EXPECT_EQ(text_member(object_member(tool, "inputSchema"), "type"), "object") << name;
        EXPECT_EQ(text_member(object_member(tool, "outputSchema"), "type"), "object") << name;
        EXPECT_FALSE(text_member(tool, "description").empty()) << name;
        for (const char* hint : {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}) {
            EXPECT_TRUE(object_member(tool, "annotations").contains(hint)) << name << " " << hint;
        }
        const json::object& properties = object_member(object_member(tool, "inputSchema"), "properties");
        if (properties.contains("action")) {
            EXPECT_LE(object_member(properties, "action").at("enum").as_array().size(), 6U) << name;
        }
        EXPECT_NE(name, "govern_shell") << "a client without hooks runs nothing";
        EXPECT_TRUE(name.starts_with("govern_") || name.starts_with("hivemind")) << name;
    }
}

TEST_F(McpStdio, CarriesOutACallInASessionOfItsOwnWithTheRoleMcp) {
    client_.initialize();
    const json::object saved =
        client_.call("hivemind_memory", {{"action", "save"}, {"content", "Lyon is on the Rhône"}});
    EXPECT_FALSE(is_error(saved)) << to_text(saved);
    const std::string id(text_member(object_member(structured(saved), "receipt"), "id"));
    EXPECT_NE(text_of(saved).find("id: " + id.substr(30) + "\n"), std::string::npos) << text_of(saved);
    const json::object found = client_.call("hivemind_memory", {{"action", "recall"}, {"question", "Lyon"}});
    EXPECT_EQ(structured(found).at("answer").as_array().at(0).at("id"), json::value(id));

    const Ended sessions = project_.run({"session", "list", "--json"});
    const auto list = parse_json(sessions.out);
    ASSERT_TRUE(list && list->is_array() && list->as_array().size() == 1) << sessions.out;
    const json::object& session = list->as_array()[0].as_object();
    EXPECT_EQ(text_member(session, "role"), "mcp");
    EXPECT_EQ(text_member(session, "client"), "mcp");
    EXPECT_EQ(text_member(session, "agent"), "tester");
}

// Names that are not offered are understood when a client routes them.
TEST_F(McpStdio, ReachesEveryCommandThroughOneTool) {
    client_.initialize();
    const json::object args{{"key", "port"}, {"value", "8443"}};
    EXPECT_FALSE(is_error(client_.call("hivemind", {{"command", "anchor save"}, {"args", args}})));
    EXPECT_NE(text_of(client_.call("hivemind_anchor", {{"action", "list"}})).find("8443"), std::string::npos);
    const json::object wrong = client_.call("hivemind", {{"command", "anchor sav"}});
    EXPECT_TRUE(is_error(wrong));
    EXPECT_NE(text_of(wrong).find(R"(hivemind {"command":"anchor save","args":{"key":"…","value":"…"}})"),
              std::string::npos)
        << text_of(wrong);
}

TEST_F(McpStdio, ARefusalIsAResultWithFourParts) {
    client_.initialize();
    const json::object refused = client_.call("hivemind_memory", {{"action", "fly"}});
    EXPECT_TRUE(is_error(refused));
    EXPECT_NE(text_of(refused).find("USE INSTEAD: "), std::string::npos);
    EXPECT_FALSE(text_member(object_member(structured(refused), "error"), "use_instead").empty());
    EXPECT_TRUE(is_error(client_.call("hivemind_memory", {{"action", "save"}})));
    EXPECT_EQ(code_of(client_.request("tools/call", {{"name", "no_such_tool"}})), -32602);
    EXPECT_EQ(code_of(client_.request("tools/call", {{"name", "hivemind_memory"}, {"arguments", 7}})), -32602);
    EXPECT_EQ(code_of(client_.request("tools/call", {})), -32602);
}

TEST_F(McpStdio, TheFirstImplementationsNamesStillWork) {
    client_.initialize();
    const json::object saved =
        client_.call("save_mem", {{"shelf", "notes"}, {"content", "Old habits"}, {"tags", "a,b"}});
    EXPECT_FALSE(is_error(saved)) << to_text(saved);
    EXPECT_FALSE(is_error(client_.call("save_anchor", {{"key", "goal"}, {"value", "ship"}})));
    EXPECT_NE(text_of(client_.call("recall_mems", {{"query", "habits"}})).find("Old habits"), std::string::npos);
    EXPECT_NE(text_of(client_.call("list_shelves", {})).find("Old habits"), std::string::npos);
    EXPECT_EQ(to_text(client_.result("tools/list")).find("save_mem"), std::string::npos);
}

TEST_F(McpStdio, TellsWhoFollowsAResourceThatItChangedAndNobodyElse) {
    client_.initialize();
    client_.result("resources/subscribe", {{"uri", "hivemind://pack"}});
    EXPECT_EQ(code_of(client_.request("resources/subscribe", {{"uri", "hivemind://plan/none"}})), -32002);
    McpClient other({project_.root()});
    other.initialize();
    project_.run_json({"memory", "save", "written by another process"});
    const json::object told = client_.next_notification();
    EXPECT_EQ(text_member(told, "method"), "notifications/resources/updated") << to_text(told);
    EXPECT_EQ(text_member(object_member(told, "params"), "uri"), "hivemind://pack");
    const json::object read = client_.result("resources/read", {{"uri", "hivemind://pack"}});
    EXPECT_NE(to_text(read).find("written by another process"), std::string::npos);

    client_.result("resources/unsubscribe", {{"uri", "hivemind://pack"}});
    project_.run_json({"memory", "save", "nobody asked for this"});
    project_.run_json({"plan", "create", "--title", "A plan", "--intent", "To be seen"});
    EXPECT_EQ(text_member(client_.next_notification(), "method"), "notifications/resources/list_changed");
    EXPECT_EQ(text_member(other.next_notification(), "method"), "notifications/resources/list_changed")
        << "the list is for everybody";
}

TEST_F(McpStdio, PacksForItsOwnRoleBeforeAnyCall) {
    client_.initialize();
    const auto packed = [&] { return to_text(client_.result("resources/read", {{"uri", "hivemind://pack"}})); };
    const std::string before = packed();
    EXPECT_NE(before.find(R"(role=\"mcp\")"), std::string::npos) << before;
    client_.result("tools/call", {{"name", "hivemind_memory"}, {"arguments", {{"action", "save"}, {"content", "x"}}}});
    EXPECT_NE(packed().find(R"(role=\"mcp\")"), std::string::npos);
}

TEST_F(McpStdio, ReadsRecordsByTheirAddress) {
    client_.initialize();
    const json::object plan = project_.run_json({"plan", "create", "--title", "Bridges", "--intent", "To cross"});
    const std::string uri = fmt::format("hivemind://plan/{}", text_member(plan, "id"));
    const json::object read = client_.result("resources/read", {{"uri", uri}});
    EXPECT_NE(to_text(read).find("Bridges"), std::string::npos) << to_text(read);
    EXPECT_NE(to_text(client_.result("resources/list")).find(uri), std::string::npos);
    EXPECT_NE(to_text(client_.result("resources/templates/list")).find("hivemind://session/{id}"), std::string::npos);
    for (const char* wrong : {"hivemind://plan/", "hivemind://plan", "hivemind://x/1", "file:///etc/passwd",
                              "hivemind://", "hivemind://plan/../../x"}) {
        EXPECT_EQ(code_of(client_.request("resources/read", {{"uri", wrong}})), -32002) << wrong;
    }
    const json::object completed =
        client_.result("completion/complete", {{"ref", {{"type", "ref/resource"}, {"uri", "hivemind://plan/{id}"}}},
                                               {"argument", {{"name", "id"}, {"value", "bridg"}}}});
    EXPECT_EQ(object_member(completed, "completion").at("values").as_array().at(0), plan.at("id"));
}

TEST_F(McpStdio, OffersPrompts) {
    client_.initialize();
    EXPECT_EQ(client_.result("prompts/list").at("prompts").as_array().size(), 3U);
    EXPECT_NE(to_text(client_.result("prompts/get", {{"name", "resume"}})).find("hivemind://pack"), std::string::npos);
    const json::object plan =
        client_.result("prompts/get", {{"name", "plan"}, {"arguments", {{"goal", "a \"bridge\""}}}});
    EXPECT_NE(to_text(plan).find(R"(a \"bridge\")"), std::string::npos);
    EXPECT_EQ(code_of(client_.request("prompts/get", {{"name", "plan"}})), -32602);
    EXPECT_EQ(code_of(client_.request("prompts/get", {{"name", "none"}})), -32602);
}

TEST_F(McpStdio, WaitsForAHeldStoreWithoutKeepingOthersAndTellsSo) {
    client_.initialize();
    LockHolder holder(project_.paths().database);
    const int waiting = client_.send("tools/call", {{"name", "hivemind_memory"},
                                                    {"arguments", {{"action", "save"}, {"content", "patience"}}},
                                                    {"_meta", {{"progressToken", "p"}}}});
    const json::object progress = client_.next_notification();
    EXPECT_EQ(text_member(progress, "method"), "notifications/progress") << to_text(progress);
    EXPECT_EQ(text_member(object_member(progress, "params"), "progressToken"), "p");
    client_.result("ping");  // it is served meanwhile
    holder.release();
    EXPECT_FALSE(is_error(object_member(client_.answer_to(waiting), "result")));
}

TEST_F(McpStdio, ACancelledCallWritesNothingAndIsNotAnswered) {
    client_.initialize();
    LockHolder holder(project_.paths().database);
    const int cancelled = client_.send("tools/call", {{"name", "hivemind_memory"},
                                                      {"arguments", {{"action", "save"}, {"content", "taken back"}}},
                                                      {"_meta", {{"progressToken", 1}}}});
    EXPECT_EQ(text_member(client_.next_notification(), "method"), "notifications/progress");
    client_.notify("notifications/cancelled", {{"requestId", cancelled}, {"reason", "changed my mind"}});
    client_.result("ping");
    holder.release();
    const json::object found = client_.call("hivemind_memory", {{"action", "list"}});
    EXPECT_EQ(text_of(found).find("taken back"), std::string::npos);
    client_.child().close_input();
    const Ended ended = client_.child().wait();
    EXPECT_EQ(ended.exit_code, 0);
    EXPECT_EQ(ended.out.find(fmt::format("\"id\":{},", cancelled)), std::string::npos) << ended.out;
}

TEST_F(McpStdio, SurvivesEveryLineItIsGiven) {
    for (const std::string& line : {std::string("garbage"), std::string("[]"), std::string("{}"), std::string("\"x\""),
                                    std::string(100, '['), std::string("\xff\xfe\xfd"), std::string(5U << 20U, 'x'),
                                    std::string(R"({"jsonrpc":"2.0","id":null,"method":"ping"})")}) {
        ASSERT_TRUE(client_.send_line(line));
        EXPECT_LT(code_of(client_.read()), -32599) << line.substr(0, 60);
    }
    client_.send_line("");
    client_.send_line(R"({"jsonrpc":"2.0","method":"notifications/unknown"})");
    client_.send_line(R"({"jsonrpc":"2.0","id":99,"result":{}})");
    client_.initialize();
    EXPECT_EQ(code_of(client_.request("no/such/method")), -32601);
    EXPECT_EQ(code_of(client_.request("tools/list", {{"cursor", "x"}})), -32602);
    EXPECT_EQ(code_of(client_.request("logging/setLevel", {{"level", "loud"}})), -32602);
    client_.result("logging/setLevel", {{"level", "debug"}});
    client_.result("ping");
}

TEST_F(McpStdio, TellsWhatItDoesAsLoudlyAsItIsAskedTo) {
    client_.initialize();
    const json::object save{{"action", "save"}, {"content", "The kiln is in the cellar"}};
    const json::object wrong{{"action", "save"}, {"content", ""}};
    client_.result("logging/setLevel", {{"level", "info"}});
    const auto logged = [&](std::string_view tool, const json::object& arguments) {
        client_.call(tool, arguments);
        while (true) {
            const json::object told = client_.next_notification();
            if (told.empty() || text_member(told, "method") == "notifications/message") {
                return object_member(told, "params");
            }
        }
    };
    const json::object done = logged("hivemind_memory", save);
    EXPECT_EQ(text_member(done, "level"), "info") << to_text(done);
    EXPECT_EQ(text_member(object_member(done, "data"), "tool"), "hivemind_memory");
    EXPECT_NE(text_member(object_member(done, "data"), "said").find("Saved"), std::string_view::npos) << to_text(done);
    const json::object refused = logged("hivemind_memory", wrong);
    EXPECT_EQ(text_member(refused, "level"), "notice") << to_text(refused);
    client_.result("logging/setLevel", {{"level", "error"}});
    client_.call("hivemind_memory", wrong);
    client_.result("ping");
    // Whatever it had to say of the call stands before the answer to the ping.
    for (json::object told = client_.next_notification(milliseconds(100)); !told.empty();
         told = client_.next_notification(milliseconds(100))) {
        EXPECT_NE(text_member(told, "method"), "notifications/message") << to_text(told);
    }
}

TEST_F(McpStdio, AnswersWhatWasAskedBeforeItsInputEnded) {
    client_.initialize();
    for (int i = 0; i < 50; ++i) {
        client_.send("tools/call",
                     {{"name", "hivemind_memory"},
                      {"arguments", {{"action", "save"}, {"content", fmt::format("number {} of many", i)}}}});
    }
    client_.child().close_input();
    const Ended ended = client_.child().wait();
    EXPECT_EQ(ended.exit_code, 0);
    // It may be told of a change in between.
    int answers = 0;
    for (std::size_t at = ended.out.find("\"result\""); at != std::string::npos;
         at = ended.out.find("\"result\"", at + 1)) {
        ++answers;
    }
    EXPECT_EQ(answers, 50);
}

TEST_F(McpStdio, EndsWhenItIsTold) {
    client_.initialize();
    for (const int number : {SIGTERM, SIGINT}) {
        McpClient client({project_.root()});
        client.initialize();
        client.child().send_signal(number);
        EXPECT_EQ(client.child().wait().exit_code, 0);
    }
}

TEST_F(McpStdio, ServesRequestsThatBringTheirOwnVersion) {
    const json::object meta{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                            {"io.modelcontextprotocol/clientCapabilities", json::object{}}};
    const json::object discovered = client_.result("server/discover", {{"_meta", meta}});
    EXPECT_EQ(discovered.at("supportedVersions").as_array().at(0), "2026-07-28");
    EXPECT_EQ(text_member(discovered, "resultType"), "complete");
    const json::object saved = client_.call("hivemind_memory", {{"action", "save"}, {"content", "no handshake"}}, meta);
    EXPECT_EQ(text_member(saved, "resultType"), "complete") << to_text(saved);
    EXPECT_EQ(code_of(client_.request("ping", {{"_meta", meta}})), -32601) << "taken out of that revision";
    json::object other = meta;
    other["io.modelcontextprotocol/protocolVersion"] = "2031-01-01";
    EXPECT_EQ(code_of(client_.request("tools/list", {{"_meta", other}})), -32022);

    client_.send("subscriptions/listen",
                 {{"_meta", meta}, {"notifications", {{"resourceSubscriptions", {"hivemind://pack", "x://none"}}}}});
    const json::object agreed = client_.next_notification();
    EXPECT_EQ(text_member(agreed, "method"), "notifications/subscriptions/acknowledged");
    EXPECT_EQ(
        object_member(object_member(agreed, "params"), "notifications").at("resourceSubscriptions").as_array().size(),
        1U);
    project_.run_json({"memory", "save", "heard by listening"});
    EXPECT_EQ(text_member(client_.next_notification(), "method"), "notifications/resources/updated");
}

TEST(McpOutsideAProject, SaysWhatToDoAndWorksOnceItIsOne) {
    const TempDirectory directory;
    McpClient client({directory.path()});
    client.initialize();
    const json::object refused = client.call("hivemind_memory", {{"action", "list"}});
    EXPECT_TRUE(is_error(refused));
    EXPECT_NE(text_of(refused).find("hivemind init"), std::string::npos) << text_of(refused);
    EXPECT_EQ(run_hivemind({"init"}, {directory.path()}).exit_code, 0);
    EXPECT_FALSE(is_error(client.call("hivemind_memory", {{"action", "list"}})));
}

TEST(McpManyClients, ShareOneStoreWithoutLosingAnything) {
    const TempProject project;
    constexpr int clients = 6;
    constexpr int calls = 25;
    std::vector<std::unique_ptr<McpClient>> all;
    for (int i = 0; i < clients; ++i) all.push_back(std::make_unique<McpClient>(ChildPlace{project.root()}));
    for (auto& client : all) client->initialize();
    for (int call = 0; call < calls; ++call) {
        for (int i = 0; i < clients; ++i) {
            all[static_cast<std::size_t>(i)]->send(
                "tools/call",
                {{"name", "hivemind_memory"},
                 {"arguments", {{"action", "save"}, {"content", fmt::format("client {} call {}", i, call)}}}});
        }
    }
    for (auto& client : all) {
        for (int call = 0; call < calls; ++call)
            EXPECT_FALSE(is_error(object_member(client->answer_to(call + 2), "result")));
    }
    const Ended list = project.run({"memory", "list", "--limit", "1000", "--json"});
    const auto kept = parse_json(list.out);
    ASSERT_TRUE(kept && kept->is_array());
    EXPECT_EQ(kept->as_array().size(), static_cast<std::size_t>(clients * calls));
}

}  // namespace
}  // namespace hm::testing
