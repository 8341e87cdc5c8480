// What the engine has done through OpenCode: which replies hold orders, and what follows when they were carried out.
#include "adapters/clients/opencode/orders.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/world.h"

namespace hm::testing {
namespace {

class Orders : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world.cli({"init", "--mode", "strict"}).exit_code, 0); }

    json::object event(std::string_view type, std::string_view session, json::object more = {}) {
        more["sessionID"] = session;
        return world.opencode("event", {{"type", type}, {"properties", std::move(more)}});
    }
    void use(std::int64_t tokens) {
        event("message.updated", "s", {{"contextWindow", 100'000}, {"info", {{"tokens", {{"input", tokens}}}}}});
    }
    json::object turn_ends() {
        return event("session.idle", "s",
                     {{"messages", json::array{json::array{"user", "go on"}, json::array{"assistant", "At a.ts."}}}});
    }
    json::object write(std::string_view session, std::string_view parent = {}) {
        return world.opencode("tool.execute.before", {{"sessionID", session},
                                                      {"parentID", parent},
                                                      {"tool", "write"},
                                                      {"args", {{"filePath", (world.directory() / "a.ts").string()}}}});
    }
    std::string tool(std::string_view session, std::string_view name, json::object args, std::string_view parent = {},
                     std::string_view agent = {}) {
        const json::object reply = world.opencode("tool", {{"sessionID", session},
                                                           {"parentID", parent},
                                                           {"agent", agent},
                                                           {"tool", name},
                                                           {"args", std::move(args)}});
        last_reply = reply;
        return std::string(text_member(reply, "output"));
    }

    World world;
    json::object last_reply;
};

TEST_F(Orders, OpenAFreshSessionWhenATurnEndsWithAFullContextAndHandTheTaskOver) {
    tool("s", "govern_task", {{"action", "start"}, {"name", "Renew tokens"}});
    use(79'000);
    EXPECT_FALSE(turn_ends().contains("orders"));
    use(81'000);
    const json::object reply = turn_ends();
    ASSERT_TRUE(reply.contains("orders")) << to_text(reply);
    const json::object order = reply.at("orders").as_array().at(0).as_object();
    EXPECT_EQ(order.at("order"), "open");
    EXPECT_EQ(order.at("session"), "s");
    EXPECT_NE(text_member(order, "text").find("At a.ts."), std::string_view::npos);
    EXPECT_NE(text_member(order, "text").find("Renew tokens"), std::string_view::npos);
    EXPECT_EQ(write("fresh").at("verdict"), "block") << "it is not handed over before it is linked";

    event("session.split", "s", {{"fresh", "fresh"}});
    EXPECT_EQ(write("fresh").at("verdict"), "allow");
    EXPECT_FALSE(turn_ends().contains("orders")) << "a session is split once";
    EXPECT_EQ(world.cli_json({"log", "--kind", "session.split"}).as_array().size(), 1U);
}

TEST_F(Orders, AbortTheSubagentWhoseDelegationItsParentTakesBack) {
    const std::string task(world.cli_json({"task", "create", "Write a.ts"}).at("id").as_string());
    tool("s", "govern_delegate", {{"action", "assign"}, {"task_id", task}, {"to", "executor"}});
    event("session.created", "child", {{"info", {{"id", "child"}, {"parentID", "s"}}}});
    tool("child", "govern_task", {{"action", "start"}, {"id", task}}, "s", "hivemind-executor");
    tool("s", "govern_delegate", {{"action", "recall"}, {"task_id", task}});
    ASSERT_TRUE(last_reply.contains("orders")) << to_text(last_reply);
    EXPECT_EQ(last_reply.at("orders").as_array().at(0), (json::value{{"order", "abort"}, {"session", "child"}}));
}

TEST_F(Orders, AbortASubagentThatGoesOnAfterAPersonTookItsDelegationBack) {
    const std::string task(world.cli_json({"task", "create", "Write a.ts"}).at("id").as_string());
    tool("s", "govern_delegate", {{"action", "assign"}, {"task_id", task}, {"to", "executor"}});
    tool("child", "govern_task", {{"action", "start"}, {"id", task}}, "s", "hivemind-executor");
    ASSERT_EQ(world.cli({"delegate", "recall", task}).exit_code, 0);
    const json::object refused = write("child", "s");
    EXPECT_EQ(refused.at("verdict"), "block");
    ASSERT_TRUE(refused.contains("orders")) << to_text(refused);
    EXPECT_EQ(refused.at("orders").as_array().at(0), (json::value{{"order", "abort"}, {"session", "child"}}));
    EXPECT_FALSE(write("other", "s").contains("orders")) << "another subagent is left alone";
}

TEST_F(Orders, ReplaceThePromptOfACompactionWithThePersonsOwnAndTheSummaryBeforeIt) {
    const json::object usual = world.opencode("session.compacting", {{"sessionID", "s"}});
    EXPECT_FALSE(usual.contains("set"));
    std::ofstream(world.directory() / ".hivemind/compaction_prompt.md") << "Write the harbour's log.\n";
    const json::object own = world.opencode("session.compacting", {{"sessionID", "s"}, {"summary", "It is <red>."}});
    const std::string prompt(own.at("set").at("prompt").as_string());
    EXPECT_TRUE(prompt.starts_with("Write the harbour's log."));
    EXPECT_NE(prompt.find("It is &lt;red&gt;."), std::string::npos);
    EXPECT_NE(prompt.find("<hivemind_compaction>"), std::string::npos);
}

TEST_F(Orders, TakeCredentialsOutOfAnAnswer) {
    const json::object plain = world.opencode("text.complete", {{"sessionID", "s"}, {"text", "All is well."}});
    EXPECT_FALSE(plain.contains("set"));
    const json::object changed = world.opencode(
        "text.complete", {{"sessionID", "s"}, {"text", "It is ghp_0123456789abcdefghijABCDEFGHIJ012345."}});
    EXPECT_NE(changed.at("set").at("text").as_string().find("[redacted"), json::string::npos);
}

}  // namespace
}  // namespace hm::testing
