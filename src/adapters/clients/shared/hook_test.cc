// Events of the clients as they send them, and the answers in their exact words.
#include "adapters/clients/shared/hook.h"

#include <gtest/gtest.h>

#include "app/bus/bus.h"
#include "app/event/hook_frame.h"
#include "app/hooks/ticket.h"
#include "app/project/project.h"
#include "base/strings.h"
#include "support/world.h"

namespace hm::testing {
namespace {

using hook::HookAnswer;

class HookTest : public ::testing::Test {
protected:
    void init(const char* mode) { ASSERT_EQ(world_.cli({"init", "--mode", mode}).exit_code, 0); }

    HookAnswer send_text(std::string_view client, const Result<std::string>& text, std::string_view event = "",
                         FailMode fail = FailMode::open) {
        return hook::answer_event({*hook::find_dialect(client), std::string(event), fail, world_.directory()}, text,
                                  world_.clock(), world_.ids());
    }
    HookAnswer send(std::string_view client, json::object event) {
        event["session_id"] = "s";
        event["cwd"] = world_.directory().string();
        return send_text(client, to_text(event));
    }
    json::object answer(std::string_view client, json::object event) {
        const HookAnswer answered = send(client, std::move(event));
        EXPECT_EQ(answered.err, "");
        const auto value = parse_json(answered.out);
        return value && value->is_object() ? value->get_object() : json::object();
    }

    World world_;
};

json::object write_of(std::string_view client) {
    const bool is_gemini = client == "gemini";
    return {{"hook_event_name", is_gemini ? "BeforeTool" : "PreToolUse"},
            {"tool_name", is_gemini           ? "write_file"
                          : client == "codex" ? "apply_patch"
                                              : "Write"},
            {"tool_input",
             {{"file_path", "a.ts"}, {"command", "*** Begin Patch\n*** Update File: b.ts\n*** End Patch\n"}}}};
}

bool has_four_parts(std::string_view text) {
    for (const std::string_view part : {"WHAT: ", "WHY: ", "USE INSTEAD: ", "EVIDENCE: "}) {
        if (text.find(part) == std::string_view::npos) return false;
    }
    return true;
}

TEST_F(HookTest, RulesAndStateTogetherKeepToTheBudget) {
    init("assisted");
    for (int i = 0; i < 30; ++i) {
        world_.cli_json({"memory", "save", "Lesson " + std::to_string(i) + std::string(400, 'x')});
    }
    for (const std::size_t budget : {500U, 560U, 610U, 640U, 700U, 1'500U, 3'999U, 4'100U, 9'000U}) {
        world_.cli_json({"config", "set", "pack_characters", std::to_string(budget)});
        for (const char* client : {"claude-code", "codex"}) {
            const json::object specific = object_member(
                answer(client, {{"hook_event_name", "SessionStart"}, {"source", "startup"}}), "hookSpecificOutput");
            const std::string_view text = text_member(specific, "additionalContext");
            EXPECT_FALSE(text.empty());
            EXPECT_LE(count_characters(text), budget) << client;
        }
    }
}

TEST_F(HookTest, RefusesInTheWordsOfClaudeCodeAndCodex) {
    init("strict");
    for (const char* client : {"claude-code", "codex"}) {
        const json::object reply = answer(client, write_of(client));
        ASSERT_EQ(reply.size(), 1U) << to_text(reply);
        const json::object& specific = reply.at("hookSpecificOutput").get_object();
        EXPECT_EQ(specific.size(), 3U) << "Codex drops an answer with a member it does not know";
        EXPECT_EQ(specific.at("hookEventName"), "PreToolUse");
        EXPECT_EQ(specific.at("permissionDecision"), "deny");
        EXPECT_TRUE(has_four_parts(text_member(specific, "permissionDecisionReason")));
    }
}

TEST_F(HookTest, RefusesInTheWordsOfGemini) {
    init("strict");
    const json::object reply = answer("gemini", write_of("gemini"));
    ASSERT_EQ(reply.size(), 2U) << to_text(reply);
    EXPECT_EQ(reply.at("decision"), "deny");
    EXPECT_TRUE(has_four_parts(text_member(reply, "reason")));
}

TEST_F(HookTest, SaysNothingOfACallThatMayHappen) {
    init("strict");
    EXPECT_EQ(send("claude-code", {{"hook_event_name", "PreToolUse"}, {"tool_name", "Read"}}).out, "");
    EXPECT_EQ(send("codex", {{"hook_event_name", "PreToolUse"}, {"tool_name", "update_plan"}}).out, "");
    EXPECT_EQ(send("gemini", {{"hook_event_name", "BeforeTool"}, {"tool_name", "read_file"}}).out, "");
    EXPECT_EQ(send("claude-code", {{"hook_event_name", "SomethingNew"}}).out, "");
}

TEST_F(HookTest, AdvisesBeforeTheCallWhereTheClientShowsItAndAfterItElsewhere) {
    init("assisted");
    for (const char* client : {"claude-code", "codex"}) {
        const json::object specific = object_member(answer(client, write_of(client)), "hookSpecificOutput");
        EXPECT_FALSE(specific.contains("permissionDecision")) << "the person is still asked as usual";
        EXPECT_NE(text_member(specific, "additionalContext").find("task"), std::string_view::npos);
    }
    EXPECT_FALSE(answer("gemini", write_of("gemini")).contains("decision"));
    json::object done = write_of("gemini");
    done["hook_event_name"] = "AfterTool";
    const json::object specific = object_member(answer("gemini", done), "hookSpecificOutput");
    EXPECT_NE(text_member(specific, "additionalContext").find("task"), std::string_view::npos);
}

TEST_F(HookTest, InjectsAtTheStartOfASessionBelowTheLimit) {
    init("strict");
    for (int i = 0; i < 60; ++i) {
        world_.cli({"memory", "save", "--content", std::string(600, 'x') + std::to_string(i)});
    }
    // What recall merely finds ends before the limit; what was pinned goes up to it.
    for (int i = 0; i < 40; ++i) {
        world_.cli_json({"anchor", "save", std::string(400, 'v'), "--key", "key-" + std::to_string(i)});
    }
    for (const char* client : {"claude-code", "codex"}) {
        const json::object specific = object_member(
            answer(client, {{"hook_event_name", "SessionStart"}, {"source", "startup"}}), "hookSpecificOutput");
        EXPECT_EQ(specific.at("hookEventName"), "SessionStart");
        const std::string_view context = text_member(specific, "additionalContext");
        EXPECT_NE(context.find("<hivemind_rules>"), std::string_view::npos);
        EXPECT_GT(count_characters(context), 5000U);
        EXPECT_LE(count_characters(context), 9500U);
    }
}

TEST_F(HookTest, PutsTheStateBehindThePersonsMessageInEveryRequestOfGemini) {
    init("strict");
    const auto sent_on = [&](json::array messages) {
        const json::object request{{"model", "m"}, {"messages", std::move(messages)}};
        const json::object reply = answer("gemini", {{"hook_event_name", "BeforeModel"}, {"llm_request", request}});
        return reply.at("hookSpecificOutput").at("llm_request").at("messages").as_array();
    };
    const json::object prompt{{"role", "user"}, {"content", "Begin"}};
    const json::object said{{"role", "model"}, {"content", "I look at it."}};
    const json::array first = sent_on(json::array{json::value(prompt)});
    ASSERT_EQ(first.size(), 1U);
    const std::string_view content = text_member(first[0].get_object(), "content");
    EXPECT_TRUE(content.starts_with("Begin\n\n")) << content;
    EXPECT_NE(content.find("<hivemind_state"), std::string_view::npos) << content;
    // It stays where it was, byte for byte, and is not said again further down.
    const json::array second = sent_on({prompt, said});
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[0], first[0]);
    EXPECT_EQ(second[1], json::value(said));
    EXPECT_EQ(send("gemini", {{"hook_event_name", "SessionStart"}, {"source", "startup"}}).out, "");
}

TEST_F(HookTest, GivesACallOfOurOwnToolATicketWhateverTheModelWroteThere) {
    init("strict");
    const json::object call{{"hook_event_name", "PreToolUse"},
                            {"tool_name", "mcp__hivemind__govern_task"},
                            {"agent_id", "a1"},
                            {"agent_type", "general"},
                            {"tool_input", {{"action", "status"}, {"hivemind_ticket", "forged"}}}};
    const json::object specific = object_member(answer("claude-code", call), "hookSpecificOutput");
    const json::object& input = specific.at("updatedInput").get_object();
    EXPECT_EQ(input.at("action"), "status");
    const std::string ticket(text_member(input, "hivemind_ticket"));
    EXPECT_EQ(ticket.size(), 32U);
    Project project = *Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
    Workspace workspace = project.workspace();
    const auto who = take_ticket(ticket, workspace);
    ASSERT_TRUE(who.has_value());
    EXPECT_EQ(who->client, "claude-code");
    EXPECT_EQ(who->session, "s/a1");
    EXPECT_EQ(who->parent_session, "s");
    EXPECT_EQ(who->agent, "general");
    EXPECT_FALSE(take_ticket(ticket, workspace)) << "a ticket is taken once";
    for (const char* forged : {"forged", "", "../../etc/passwd", "00000000000000000000000000000000"}) {
        EXPECT_FALSE(take_ticket(forged, workspace)) << forged;
    }
}

TEST_F(HookTest, TakesAToolOfAnotherServerForOneOfOthers) {
    init("strict");
    const HookAnswer other = send("claude-code", {{"hook_event_name", "PreToolUse"},
                                                  {"tool_name", "mcp__evil__govern_task"},
                                                  {"tool_input", {{"action", "status"}}}});
    EXPECT_EQ(other.out.find("hivemind_ticket"), std::string::npos);
}

TEST_F(HookTest, SaysNothingOutsideAProject) {
    for (const auto dialect : hook::all_dialects()) {
        EXPECT_EQ(send(dialect->client, write_of(dialect->client)).out, "");
        EXPECT_EQ(send_text(dialect->client, std::string("garbage"), "", FailMode::closed).out, "");
    }
    EXPECT_FALSE(std::filesystem::exists(world_.directory() / ".hivemind"));
}

TEST_F(HookTest, AnswersWhatCannotBeReadByTheFailMode) {
    init("strict");
    for (const std::string text : {"", "garbage", "[]", "{\"hook_event_name\":\"PreToolUse\",\"tool_inp"}) {
        EXPECT_NE(send_text("claude-code", text).out.find("\"permissionDecision\":\"deny\""), std::string::npos)
            << text;
        EXPECT_NE(send_text("codex", text, "PreToolUse").out.find("\"permissionDecision\":\"deny\""),
                  std::string::npos);
        EXPECT_NE(send_text("gemini", text, "BeforeTool").out.find("\"decision\":\"deny\""), std::string::npos) << text;
    }
    // A stop that cannot be read ends all the same.
    EXPECT_EQ(send_text("claude-code", std::string("{\"hook_event_name\":\"Stop\",")).out, "");
    EXPECT_EQ(send_text("gemini", std::string(), "AfterAgent").out, "");
    ASSERT_EQ(world_.cli({"config", "set", "mode", "assisted"}).exit_code, 0);
    const HookAnswer open = send_text("claude-code", std::string("garbage"));
    EXPECT_EQ(open.out.find("deny"), std::string::npos);
    EXPECT_NE(open.out.find("systemMessage"), std::string::npos) << "it is shown";
}

TEST_F(HookTest, RecordsACallThatIsToldTwiceOnce) {
    init("strict");
    json::object call = write_of("claude-code");
    call["tool_use_id"] = "toolu_1";
    EXPECT_EQ(send("claude-code", call).out, send("claude-code", call).out);
    EXPECT_EQ(world_.cli_json({"log", "--kind", "gate.block"}).as_array().size(), 1U);
}

TEST_F(HookTest, GivesASubagentItsOwnSessionBelowItsParents) {
    init("strict");
    json::object call = write_of("claude-code");
    call["agent_id"] = "a1";
    call["agent_type"] = "general";
    // It has its parent's share: like the parent it needs a task, and works under the parent's.
    const HookAnswer refused = send("claude-code", call);
    EXPECT_NE(refused.out.find("without an active task"), std::string::npos) << refused.out;
    ASSERT_EQ(world_.cli({"task", "start", "Work"}).exit_code, 0);
    EXPECT_EQ(send("claude-code", call).out.find("deny"), std::string::npos);
    EXPECT_EQ(world_.cli_json({"session", "list"}).as_array().size(), 2U);
}

TEST_F(HookTest, HoldsAnAgentBackOnceThatStopsWithATaskInHand) {
    init("strict");
    const auto stop = [&](std::string_view client, bool is_repeated) {
        return send(client, {{"hook_event_name", client == "gemini" ? "AfterAgent" : "Stop"},
                             {"stop_hook_active", is_repeated}})
            .out;
    };
    EXPECT_EQ(stop("claude-code", false), "") << "without a task the turn ends";
    for (const char* client : {"claude-code", "codex", "gemini"}) {
        Project project = *Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        Workspace workspace = project.workspace();
        const AgentIdentity who{.request_id = {}, .client = client, .session = "s", .parent_session = {}, .agent = {}};
        const Session session = *session_of(who, &Settings::command_deadline, workspace);
        const std::string name = std::string("Unfinished in ") + client;
        ASSERT_TRUE(
            execute(*find_command("task start"), {json::object{{"name", name}}, agent_actor(session)}, workspace));
        const json::object reply = parse_json(stop(client, false))->as_object();
        EXPECT_EQ(reply.at("decision"), std::string_view(client) == "gemini" ? "deny" : "block");
        EXPECT_TRUE(has_four_parts(text_member(reply, "reason")));
        EXPECT_EQ(stop(client, true), "") << "never a loop";
    }
}

TEST_F(HookTest, ReadsTheExitCodeWhereverTheClientPutsIt) {
    init("assisted");
    const auto last_exit = [&](std::string_view client, json::object event) {
        send(client, std::move(event));
        const json::value log = world_.cli_json({"log", "--kind", "tool.done", "--limit", "1"});
        const json::object& facts = log.as_array().front().at("facts").get_object();
        return facts.contains("exit_code") ? facts.at("exit_code").as_int64() : -1;
    };
    const json::object command{{"command", "npm test"}};
    EXPECT_EQ(last_exit("claude-code", {{"hook_event_name", "PostToolUseFailure"},
                                        {"tool_name", "Bash"},
                                        {"tool_input", command},
                                        {"error", "Exit code 3\nsome text"}}),
              3);
    EXPECT_EQ(last_exit("claude-code", {{"hook_event_name", "PostToolUse"},
                                        {"tool_name", "Bash"},
                                        {"tool_input", command},
                                        {"tool_response", {{"stdout", "ok"}, {"stderr", ""}}}}),
              0);
    EXPECT_EQ(last_exit("gemini", {{"hook_event_name", "AfterTool"},
                                   {"tool_name", "run_shell_command"},
                                   {"tool_input", command},
                                   {"tool_response", {{"llmContent", "Output: x\nExit Code: 4\nSignal: 0"}}}}),
              4);
}

}  // namespace
}  // namespace hm::testing
