// A plugin sends a request again when its engine died before it answered. Nothing may happen twice.
#include <gtest/gtest.h>

#include "support/world.h"

namespace hm::testing {
namespace {

std::size_t count_events(World& world, const std::string& kind) {
    return world.cli_json({"log", "--kind", kind}).as_array().size();
}

TEST(ResentRequests, LeaveOneCheckpointOneDecisionAndOneInjection) {
    World world;
    ASSERT_EQ(world.cli({"init", "--mode", "strict"}).exit_code, 0);
    world.opencode("tool",
                   {{"sessionID", "s"}, {"tool", "govern_task"}, {"args", {{"action", "start"}, {"name", "x"}}}});
    const json::object call{{"sessionID", "s"}, {"tool", "write"}, {"callID", "c"}, {"args", {{"filePath", "a.ts"}}}};
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(world.opencode_again("before", "tool.execute.before", call).at("verdict"), "allow");
        EXPECT_FALSE(world.opencode_again("after", "tool.execute.after", call).contains("failed"));
        EXPECT_TRUE(world.opencode_again("pack", "messages.transform", {{"sessionID", "s"}}).contains("inject"));
    }
    EXPECT_EQ(count_events(world, "gate.allow"), 1U);
    EXPECT_EQ(count_events(world, "checkpoint"), 1U);
    EXPECT_EQ(count_events(world, "injection"), 1U);
}

TEST(ResentRequests, AnswerACommandWithItsFirstReceipt) {
    World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    const json::object call{
        {"sessionID", "s"}, {"tool", "hivemind_memory"}, {"args", {{"action", "save"}, {"content", "once"}}}};
    const json::object first = world.opencode_again("save", "tool", call);
    EXPECT_EQ(world.opencode_again("save", "tool", call), first);
    EXPECT_EQ(world.cli_json({"memory", "list"}).as_array().size(), 1U);
}

TEST(ResentRequests, AnswerAnotherRequestUnderTheirIdWithAnError) {
    World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    const auto save = [](std::string_view content) {
        return json::object{
            {"sessionID", "s"}, {"tool", "hivemind_memory"}, {"args", {{"action", "save"}, {"content", content}}}};
    };
    const json::object first = world.opencode_again("save", "tool", save("once"));
    const json::object other = world.opencode_again("save", "tool", save("something else"));
    EXPECT_NE(text_member(other, "output").find("was already used for another request"), std::string::npos)
        << to_text(other);
    EXPECT_EQ(world.opencode_again("save", "tool", save("once")), first);
    EXPECT_EQ(world.cli_json({"memory", "list"}).as_array().size(), 1U);

    // A record of a call that would be left out is not acknowledged; nor is one under the id of a command.
    const auto call = [](std::string_view file) {
        return json::object{{"sessionID", "s"}, {"tool", "write"}, {"callID", "c"}, {"args", {{"filePath", file}}}};
    };
    EXPECT_FALSE(world.opencode_again("after", "tool.execute.after", call("a.ts")).contains("failed"));
    EXPECT_TRUE(world.opencode_again("after", "tool.execute.after", call("b.ts")).contains("failed"));
    EXPECT_FALSE(world.opencode_again("after", "tool.execute.after", call("a.ts")).contains("failed"));
    EXPECT_TRUE(world.opencode_again("save", "tool.execute.after", call("a.ts")).contains("failed"));
    EXPECT_EQ(count_events(world, "tool.done"), 1U);
}

// Its receipt is longer than an event keeps, and holds what the agent goes on with.
TEST(ResentRequests, AnswerAPlanWithAllOfItsTasksAgain) {
    for (const int count : {2, 60}) {
        World world;
        ASSERT_EQ(world.cli({"init"}).exit_code, 0);
        world.opencode("tool", {{"sessionID", "s"},
                                {"tool", "govern_plan"},
                                {"args", {{"action", "create"}, {"title", "A plan"}, {"intent", "To plan."}}}});
        json::array tasks;
        for (int i = 0; i < count; ++i) {
            tasks.push_back(json::object{{"name", "Task number " + std::to_string(i)}, {"expected_output", "a.ts"}});
        }
        const json::object call{
            {"sessionID", "s"}, {"tool", "govern_plan"}, {"args", {{"action", "plan_tasks"}, {"tasks", tasks}}}};
        const json::object first = world.opencode_again("plan", "tool", call);
        EXPECT_NE(to_text(first).find("Task number 1"), std::string::npos) << to_text(first);
        EXPECT_EQ(world.opencode_again("plan", "tool", call), first);
        EXPECT_EQ(world.cli_json({"task", "list", "--limit", "100"}).as_array().size(),
                  static_cast<std::size_t>(count));
    }
}

// What a command adds behind its commit, such as the file it left, belongs to its receipt.
TEST(ResentRequests, AnswerTheCloseOfASessionWithItsFileAgain) {
    World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    world.opencode("tool", {{"sessionID", "s"}, {"tool", "hivemind_session"}, {"args", {{"action", "start"}}}});
    const json::object call{{"sessionID", "s"}, {"tool", "hivemind_session"}, {"args", {{"action", "close"}}}};
    const json::object first = world.opencode_again("close", "tool", call);
    EXPECT_NE(to_text(first).find("Closed session"), std::string::npos) << to_text(first);
    EXPECT_EQ(world.opencode_again("close", "tool", call), first);
}

}  // namespace
}  // namespace hm::testing
