// What OpenCode tells of by itself, what follows from it, and what holds when it does not tell.
#include "adapters/clients/opencode/client_events.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "support/world.h"

namespace hm::testing {
namespace {

class OpenCodeEvents : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world.cli({"init", "--mode", "strict"}).exit_code, 0); }

    json::object event(std::string_view type, json::object properties) {
        return world.opencode("event", {{"type", type}, {"properties", std::move(properties)}});
    }
    json::object begins(std::string_view session) { return event("session.created", {{"info", {{"id", session}}}}); }
    void tool(std::string_view session, std::string_view name, json::object args) {
        world.opencode("tool", {{"sessionID", session}, {"tool", name}, {"args", std::move(args)}});
    }
    json::array log(std::string_view kind) {
        return world.cli_json({"log", "--kind", std::string(kind), "--limit", "50"}).as_array();
    }
    std::string stale() { return to_text(world.cli_json({"stale"})); }
    void put(const std::string& name, std::string_view text) { std::ofstream(world.directory() / name) << text; }
    void pin(const std::string& key, const std::string& file) {
        ASSERT_EQ(world.cli({"anchor", "save", "--key", key, "It listens on 4096", "--file", file}).exit_code, 0);
        world.clock().advance(seconds(1));
    }
    // The lines for the client's log that a reply orders.
    static std::string logged(const json::object& reply) {
        std::string lines;
        if (!reply.contains("orders")) return lines;
        for (const json::value& order : reply.at("orders").as_array()) {
            if (order.at("order") == "log") lines += std::string(order.at("message").as_string()) + "\n";
        }
        return lines;
    }

    World world;
};

TEST_F(OpenCodeEvents, AnEditedFileMarksWhatCameFromIt) {
    pin("port", "src/port.ts");
    event("file.edited", {{"file", (world.directory() / "src/other.ts").string()}});
    event("file.edited", {{"file", "/somewhere/else/src/port.ts"}});
    EXPECT_EQ(stale().find("port"), std::string::npos);
    EXPECT_TRUE(log("file.edited").empty()) << "what means nothing leaves nothing";
    event("file.edited", {{"file", (world.directory() / "src/port.ts").string()}});
    EXPECT_NE(stale().find("\"key\":\"port\""), std::string::npos);
    event("file.edited", {{"file", (world.directory() / "src/port.ts").string()}});
    EXPECT_EQ(log("file.edited").size(), 1U) << "told twice, marked once";
}

TEST_F(OpenCodeEvents, AWriteMarksTheSameWhenNoEditIsToldOf) {
    pin("port", "src/port.ts");
    tool("s", "govern_task", {{"action", "start"}, {"name", "Move the port"}});
    world.opencode("tool.execute.after", {{"sessionID", "s"},
                                          {"tool", "write"},
                                          {"callID", "c"},
                                          {"args", {{"filePath", (world.directory() / "src/port.ts").string()}}}});
    EXPECT_NE(stale().find("\"key\":\"port\""), std::string::npos);
}

TEST_F(OpenCodeEvents, WhatACallTouchedIsKeptWithItsTaskAndItsSession) {
    tool("s", "govern_task", {{"action", "start"}, {"name", "Move the port"}});
    const auto done = [&](std::string_view name, std::string_view call, std::string_view file) {
        world.opencode("tool.execute.after", {{"sessionID", "s"},
                                              {"tool", name},
                                              {"callID", call},
                                              {"args", {{"filePath", (world.directory() / file).string()}}}});
    };
    done("read", "1", "src/port.ts");
    done("write", "2", "src/port.ts");
    done("edit", "3", "src/pier.ts");
    const json::value session = world.cli_json({"session", "list"}).as_array().front();
    const json::object& counters = session.at("counters").as_object();
    EXPECT_EQ(to_text(counters.at("files_touched")), R"(["src/port.ts","src/pier.ts"])");
    EXPECT_EQ(counters.at("tools_used"), (json::value{{"edit", 1}, {"read", 1}, {"write", 1}}));
    const json::array checkpoints = world.cli_json({"checkpoint", "list"}).as_array();
    ASSERT_EQ(checkpoints.size(), 2U) << "a look changes nothing";
    EXPECT_NE(to_text(checkpoints).find("src/pier.ts"), std::string::npos);
}

TEST_F(OpenCodeEvents, ASessionThatBeginsLooksAtWhatChangedAndWarns) {
    put("port.ts", "4096");
    begins("first");
    event("session.idle", {{"sessionID", "first"}});
    pin("port", "port.ts");
    const std::size_t seen_before = log("files.changed_outside").size();
    put("port.ts", "a person wrote 5000");
    begins("beside the first");
    EXPECT_EQ(log("files.changed_outside").size(), seen_before) << "another session may be at it this very moment";
    world.clock().advance(minutes(5));
    begins("second");
    EXPECT_EQ(log("files.changed_outside").size(), seen_before + 1);
    // The tree is looked at behind the answer; what that found is told with the first prompt.
    const json::object reply = world.opencode("chat.message", {{"sessionID", "second"}, {"text", "Go on"}});
    EXPECT_NE(stale().find("\"key\":\"port\""), std::string::npos);
    EXPECT_NE(logged(reply).find("`hivemind stale`"), std::string::npos) << to_text(reply);
    EXPECT_NE(logged(reply).find("anchor: 1"), std::string::npos);
    EXPECT_FALSE(reply.contains("toast")) << "that something aged is no news";
    const json::object pack = world.opencode("messages.transform", {{"sessionID", "second"}, {"prompt", "Go on"}});
    EXPECT_EQ(text_member(pack, "inject").find("bypass"), std::string_view::npos) << "it is nobody's bypass";
}

TEST_F(OpenCodeEvents, ACalmProjectWarnsOfNothing) {
    EXPECT_FALSE(begins("first").contains("orders"));
}

TEST_F(OpenCodeEvents, AnErrorOfTheClientIsInTheTrailAndACancelIsACancel) {
    begins("s");
    event("session.error",
          {{"sessionID", "s"},
           {"error",
            {{"name", "APIError"}, {"data", {{"message", "401 for ghp_0123456789abcdefghijABCDEFGHIJ012345"}}}}}});
    ASSERT_EQ(log("session.error").size(), 1U);
    const std::string told = to_text(log("session.error"));
    EXPECT_NE(told.find("APIError: 401"), std::string::npos);
    EXPECT_EQ(told.find("ghp_0123"), std::string::npos);
    event("session.error", {{"sessionID", "s"}, {"error", {{"name", "MessageAbortedError"}}}});
    EXPECT_EQ(log("session.error").size(), 1U);
    EXPECT_EQ(log("session.cancelled").size(), 1U);
}

TEST_F(OpenCodeEvents, ADeletedSessionIsClosedOnce) {
    begins("s");
    tool("s", "govern_task", {{"action", "start"}, {"name", "Half done"}});
    event("session.deleted", {{"info", {{"id", "s"}}}});
    const json::value session = world.cli_json({"session", "list"}).as_array().front();
    EXPECT_EQ(session.at("status"), "closed");
    EXPECT_EQ(log("session.close").size(), 1U);
    event("session.deleted", {{"info", {{"id", "s"}}}});
    EXPECT_EQ(log("session.close").size(), 1U) << "told twice, closed once";
}

TEST_F(OpenCodeEvents, WhatOpenCodeAsksThePersonIsInTheTrail) {
    begins("s");
    tool("s", "govern_task", {{"action", "start"}, {"name", "Fetch it"}});
    event("permission.asked", {{"sessionID", "s"}, {"permission", "webfetch"}, {"patterns", json::array{"https://a"}}});
    ASSERT_EQ(log("session.permission").size(), 1U);
    const json::value asked = log("session.permission").front();
    EXPECT_NE(asked.at("summary").as_string().find("webfetch https://a"), json::string::npos);
    EXPECT_FALSE(asked.at("task_id").is_null());
}

TEST_F(OpenCodeEvents, AreNotNeededForTheGateTheStateAndTheRoleOfAChild) {
    const json::object write{{"sessionID", "child"},
                             {"parentID", "main"},
                             {"tool", "write"},
                             {"args", {{"filePath", (world.directory() / "a.ts").string()}}}};
    EXPECT_EQ(world.opencode("tool.execute.before", write).at("verdict"), "block");
    const json::array sessions = world.cli_json({"session", "list"}).as_array();
    EXPECT_EQ(sessions.size(), 2U) << "the child and its parent are known by the call alone";
    event("session.updated", {{"info", {{"id", "late"}, {"parentID", "main"}}}});
    const std::string all = to_text(world.cli_json({"session", "list"}));
    EXPECT_NE(all.find("\"late\""), std::string::npos) << "and one that only changed, by its change";
    EXPECT_FALSE(text_member(world.opencode("messages.transform", {{"sessionID", "main"}}), "inject").empty());
}

TEST_F(OpenCodeEvents, TheContextComesWithAResultWhenItsHookDoesNotCome) {
    const auto after = [&](std::string_view call) {
        const json::object reply = world.opencode(
            "tool.execute.after", {{"sessionID", "s"}, {"tool", "read"}, {"callID", call}, {"args", json::object{}}});
        return std::string(text_member(reply, "append"));
    };
    world.opencode("hello", {{"met", {"tool.execute.before"}}});
    world.opencode("chat.message", {{"sessionID", "s"}, {"text", "Look around"}});
    EXPECT_NE(after("1").find("<hivemind_state"), std::string::npos);
    EXPECT_EQ(after("2"), "") << "once for each prompt";
    world.opencode("chat.message", {{"sessionID", "s"}, {"text", "And again"}});
    world.opencode("messages.transform", {{"sessionID", "s"}, {"prompt", "And again"}});
    EXPECT_EQ(after("3"), "") << "not where the hook came";
}

TEST_F(OpenCodeEvents, OwnCommandsGetTheStateAndOthersAreOnlyRecorded) {
    tool("s", "govern_plan", {{"action", "quick_start"}, {"name", "Move the harbour"}});
    const auto command = [&](std::string_view name) {
        return world.opencode("command.execute.before",
                              {{"sessionID", "s"}, {"command", name}, {"arguments", "the pier"}});
    };
    for (const char* own : {"hivemind-status", "hivemind-plan"}) {
        const json::object reply = command(own);
        const json::value part = reply.at("push").at("parts").as_array().front();
        EXPECT_NE(part.at("text").as_string().find("Move the harbour"), json::string::npos) << to_text(reply);
        EXPECT_EQ(part.at("synthetic"), true);
    }
    EXPECT_EQ(command("review").size(), 1U) << "only the id of the request";
    const json::array commands = log("session.command");
    ASSERT_EQ(commands.size(), 3U);
    for (const json::value& each : commands) EXPECT_FALSE(each.at("task_id").is_null()) << "with its task";
    EXPECT_NE(to_text(commands).find("/review the pier"), std::string::npos);
}

TEST_F(OpenCodeEvents, OwnCommandsAnswerInAnEmptyProjectToo) {
    for (const char* own : {"hivemind-status", "hivemind-plan"}) {
        const json::object reply = world.opencode("command.execute.before", {{"sessionID", "s"}, {"command", own}});
        EXPECT_TRUE(reply.contains("push")) << to_text(reply);
    }
}

TEST_F(OpenCodeEvents, ACompactedSessionGoesOnUnlessAnotherHasItsWork) {
    const auto asked = [&] { return world.opencode("compaction.autocontinue", {{"sessionID", "s"}}); };
    EXPECT_FALSE(asked().contains("set")) << "of a session that was never seen";
    begins("s");
    EXPECT_FALSE(asked().contains("set"));
    event("session.split", {{"sessionID", "s"}, {"fresh", "fresh"}});
    EXPECT_EQ(asked().at("set"), (json::value{{"enabled", false}}));
    EXPECT_FALSE(log("session.rested").empty());
}

TEST_F(OpenCodeEvents, ARoleMeansOurProfileUnlessThePersonHasAnAgentOfThatName) {
    ASSERT_EQ(world.cli({"task", "create", "Look"}).exit_code, 0);
    const auto given_to = [&](json::object more) {
        json::object call{{"sessionID", "s"},
                          {"tool", "task"},
                          {"args", {{"subagent_type", "executor"}, {"prompt", "Look"}, {"description", "x"}}}};
        call.insert(more.begin(), more.end());
        const json::object reply = world.opencode("tool.execute.before", std::move(call));
        EXPECT_NE(reply.at("verdict"), "block") << to_text(reply);
        return reply.contains("args") ? std::string(text_member(reply.at("args").as_object(), "subagent_type")) : "";
    };
    EXPECT_EQ(given_to({{"agents", {"build", "hivemind-executor"}}}), "hivemind-executor");
    EXPECT_EQ(given_to({{"agents", {"build", "executor", "hivemind-executor"}}}), "");
    EXPECT_EQ(given_to({{"agents", {"build", "general"}}}), "") << "where there is none of ours";
    EXPECT_EQ(given_to({}), "") << "where OpenCode did not say which there are";
}

TEST_F(OpenCodeEvents, TheAgentsOfASubagentRunInTheBackgroundWhereOpenCodeAllowsIt) {
    ASSERT_EQ(world.cli({"role", "set", "lead", "--delegate"}).exit_code, 0);
    ASSERT_EQ(world.cli({"task", "create", "Look"}).exit_code, 0);
    // "no", "yes", or "set" when OpenCode's own setting is to be changed for it.
    const auto hand_on = [&](std::string_view parent, json::object host) {
        json::object call{{"sessionID", "s"},
                          {"parentID", parent},
                          {"agent", "lead"},
                          {"tool", "task"},
                          {"args", {{"subagent_type", "general"}, {"prompt", "Look"}, {"description", "x"}}}};
        call.insert(host.begin(), host.end());
        const json::object reply = world.opencode("tool.execute.before", std::move(call));
        EXPECT_NE(reply.at("verdict"), "block") << to_text(reply);
        if (!reply.contains("args") || !reply.at("args").as_object().contains("background")) return "no";
        return reply.contains("flags") ? "set" : "yes";
    };
    const json::object is_off{{"background", false}};
    EXPECT_STREQ(hand_on("main", is_off), "set") << "nobody has said anything about it";
    EXPECT_STREQ(hand_on("main", {{"background", true}}), "yes");
    EXPECT_STREQ(hand_on("", is_off), "no") << "the first level is the model's to choose";
    EXPECT_STREQ(hand_on("main", {}), "no") << "an OpenCode whose setting cannot be seen would refuse it";
    EXPECT_STREQ(hand_on("main", {{"background", false}, {"ends_with_turn", true}}), "no")
        << "nobody would be there for the result";
    setenv("OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS", "true", 1);
    EXPECT_STREQ(hand_on("main", {}), "yes");
    setenv("OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS", "false", 1);
    EXPECT_STREQ(hand_on("main", is_off), "no") << "a person's word stands";
    unsetenv("OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS");
    setenv("OPENCODE_EXPERIMENTAL", "false", 1);
    EXPECT_STREQ(hand_on("main", is_off), "no");
    unsetenv("OPENCODE_EXPERIMENTAL");
}

TEST_F(OpenCodeEvents, WhatWasHandedToASubagentIsInItsEveryRequestUntilItIsDone) {
    const std::string task(world
                               .cli_json({"task", "create", "Write a.ts", "--expected-output", "a.ts exports four",
                                          "--allowed-paths", "a.ts"})
                               .at("id")
                               .as_string());
    tool("main", "govern_delegate",
         {{"action", "assign"}, {"task_id", task}, {"to", "executor"}, {"context", "Count the piers first."}});
    const auto pack = [&](std::string_view agent, std::string_view session) {
        const json::object told = world.opencode(
            "messages.transform", {{"sessionID", session}, {"parentID", "main"}, {"agent", agent}, {"prompt", "Go"}});
        return std::string(text_member(told, "inject"));
    };
    const std::string known = "What you must know: Count the piers first.";
    EXPECT_NE(pack("hivemind-executor", "child").find("Take it up: govern_task start, task "), std::string::npos);
    EXPECT_NE(pack("hivemind-executor", "child").find(known), std::string::npos);
    EXPECT_EQ(pack("hivemind-investigator", "other").find(known), std::string::npos) << "it is not for this role";
    const auto by_child = [&](json::object args) {
        world.opencode("tool", {{"sessionID", "child"},
                                {"parentID", "main"},
                                {"agent", "hivemind-executor"},
                                {"tool", "govern_task"},
                                {"args", std::move(args)}});
    };
    by_child({{"action", "start"}, {"id", task}});
    EXPECT_NE(pack("hivemind-executor", "child").find(known), std::string::npos);
    EXPECT_EQ(pack("hivemind-executor", "child").find("Take it up"), std::string::npos);
    ASSERT_EQ(world.cli({"delegate", "recall", task}).exit_code, 0);
    EXPECT_EQ(pack("hivemind-executor", "child").find(known), std::string::npos);
}

TEST_F(OpenCodeEvents, WhatWasReadAgainLaterIsLeftOutOnce) {
    json::array outputs;
    for (int i = 0; i < 16; ++i) {
        // Two files, read in turn; only the last look at each counts, and the newest stay in any case.
        const std::string call = "call" + std::to_string(i);
        world.opencode("tool.execute.after",
                       {{"sessionID", "s"},
                        {"tool", "read"},
                        {"callID", call},
                        {"args", {{"filePath", (world.directory() / (i % 2 == 0 ? "a.ts" : "b.ts")).string()}}}});
        outputs.push_back(json::array{call, 3000});
    }
    json::object reply;
    for (int turn = 0; turn < 25 && !reply.contains("left_out"); ++turn) {
        world.opencode("chat.message", {{"sessionID", "s"}, {"text", "Go"}});
        reply = world.opencode("messages.transform", {{"sessionID", "s"}, {"prompt", "Go"}, {"outputs", outputs}});
    }
    ASSERT_TRUE(reply.contains("left_out"));
    EXPECT_EQ(reply.at("left_out").as_array().size(), 10U) << to_text(reply.at("left_out"));
    EXPECT_EQ(reply.at("left_out").as_array().front(), "call0");
    EXPECT_EQ(log("prune").size(), 1U);
}

TEST_F(OpenCodeEvents, AnAgentIsToldWhatItsRoleLetsItDo) {
    const auto pack = [&](std::string_view agent, std::string_view parent) {
        const json::object told = world.opencode(
            "messages.transform", {{"sessionID", agent}, {"parentID", parent}, {"agent", agent}, {"prompt", "Go"}});
        return std::string(text_member(told, "inject"));
    };
    EXPECT_EQ(pack("build", "").find("Your role is"), std::string::npos) << "who may do everything needs no word";
    EXPECT_NE(pack("hivemind-coordinator", "")
                  .find("Your role is coordinator: you may make plans and give work to other agents; you may not "
                        "change files or start and end tasks."),
              std::string::npos);
    EXPECT_NE(pack("hivemind-investigator", "build").find("Your role is investigator:"), std::string::npos);
}

TEST_F(OpenCodeEvents, AFailureOfTheEngineIsALineForTheLog) {
    const json::object reply = world.opencode("no.such.hook", {});
    EXPECT_NE(logged(reply).find("no.such.hook"), std::string::npos) << to_text(reply);
}

TEST_F(OpenCodeEvents, ATaskThatWasLeftLyingIsSaidToBe) {
    tool("s", "govern_task", {{"action", "start"}, {"name", "Move the port"}});
    const auto pack = [&] {
        const json::object told = world.opencode("messages.transform", {{"sessionID", "s"}, {"prompt", "Go on"}});
        return std::string(text_member(told, "inject"));
    };
    EXPECT_EQ(pack().find("Nothing was done under the task"), std::string::npos);
    world.clock().advance(hours(49));
    EXPECT_NE(pack().find("Nothing was done under the task &quot;Move the port&quot;"), std::string::npos) << pack();
}

}  // namespace
}  // namespace hm::testing
