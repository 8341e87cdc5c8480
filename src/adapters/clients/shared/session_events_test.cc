// The events around a session, as each client tells them: what is answered, and what is left in the books.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "adapters/clients/shared/hook.h"
#include "app/bus/bus.h"
#include "app/event/hook_frame.h"
#include "app/project/project.h"
#include "support/world.h"

namespace hm::testing {
namespace {

class SessionEvents : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world_.cli({"init", "--mode", "assisted"}).exit_code, 0); }

    std::string send(std::string_view client, std::string_view name, json::object event = {}) {
        event["hook_event_name"] = name;
        if (!event.contains("session_id")) event["session_id"] = "s";
        event["cwd"] = world_.directory().string();
        const hook::HookAnswer answer =
            hook::answer_event({*hook::find_dialect(client), std::string(name), FailMode::open, world_.directory()},
                               to_text(event), world_.clock(), world_.ids());
        EXPECT_EQ(answer.err, "") << client << " " << name;
        return answer.out;
    }
    std::string context(const std::string& answer) {
        const auto value = parse_json(answer);
        if (!value || !value->is_object()) return {};
        return std::string(text_member(object_member(value->get_object(), "hookSpecificOutput"), "additionalContext"));
    }
    std::size_t count(std::string_view kind) {
        const json::value log = world_.cli_json({"log", "--kind", std::string(kind), "--limit", "50"});
        return log.as_array().size();
    }
    void run_command(std::string_view command, std::string_view client, std::string_view session_name,
                     json::object input) {
        Project project = *Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        Workspace workspace = project.workspace();
        AgentIdentity who;
        who.client = client;
        who.session = session_name;
        const Session session = *session_of(who, &Settings::command_deadline, workspace);
        ASSERT_TRUE(execute(*find_command(command), {std::move(input), agent_actor(session)}, workspace));
    }
    // A task that the session of the client has in hand, under a name of its own: by its name a task that another live
    // session holds is not started.
    void start_task(std::string_view client, std::string_view name) {
        run_command("task start", client, "s", {{"name", std::string(name) + " in " + std::string(client)}});
    }

    World world_;
};

constexpr std::array<std::string_view, 2> accumulating{"claude-code", "codex"};
constexpr std::array<std::string_view, 3> all{"claude-code", "codex", "gemini"};

// The word by which each client tells one prompt from the next.
std::string_view turn_word(std::string_view client) {
    if (client == "claude-code") return "prompt_id";
    return client == "codex" ? "turn_id" : "timestamp";
}

std::string_view prompt_event(std::string_view client) {
    return client == "gemini" ? "BeforeAgent" : "UserPromptSubmit";
}

std::string_view stop_event(std::string_view client) {
    return client == "gemini" ? "AfterAgent" : "Stop";
}

TEST_F(SessionEvents, AFreshSessionOpensWithWhereTheOneBeforeItLeftThings) {
    for (const std::string_view client : accumulating) {
        const std::string before = std::string("before in ") + std::string(client);
        send(client, "SessionStart", {{"session_id", before}, {"source", "startup"}});
        run_command("session start", client, before, {{"focus", "Renew the tokens"}});
        world_.clock().advance(minutes(5));
        const std::string opened = context(send(client, "SessionStart", {{"source", "startup"}}));
        EXPECT_NE(opened.find("The session before this one"), std::string::npos) << opened;
        EXPECT_NE(opened.find("Renew the tokens"), std::string::npos);
        EXPECT_LE(count_characters(opened), 9500U);
    }
    EXPECT_EQ(count("session.started"), 4U);
}

TEST_F(SessionEvents, APromptIsCountedOnceHoweverOftenItIsTold) {
    for (const std::string_view client : all) {
        const std::size_t before = count("session.prompt");
        const json::object prompt{{"prompt", "Please look at the tokens."}, {turn_word(client), "one"}};
        send(client, prompt_event(client), prompt);
        send(client, prompt_event(client), prompt);
        EXPECT_EQ(count("session.prompt"), before + 1) << client;
        send(client, prompt_event(client), {{"prompt", "Please look at the tokens."}, {turn_word(client), "two"}});
        EXPECT_EQ(count("session.prompt"), before + 2) << client << ": said again, it is another prompt";
    }
}

TEST_F(SessionEvents, WhatAMachineSaysInThePersonsPlaceIsNoPrompt) {
    ASSERT_EQ(world_.cli({"config", "set", "mode", "strict"}).exit_code, 0);
    send("claude-code", "UserPromptSubmit",
         {{"prompt", "<task-notification>The agent is done.</task-notification>"}, {"prompt_id", "one"}});
    // Gemini gives a refusal to stop back as the next prompt.
    start_task("gemini", "Unfinished");
    const std::string refused = send("gemini", "AfterAgent", {{"stop_hook_active", false}});
    const json::value answer = *parse_json(refused);
    send("gemini", "BeforeAgent", {{"prompt", answer.at("reason")}, {"timestamp", "two"}});
    EXPECT_EQ(count("session.prompt"), 0U);
}

TEST_F(SessionEvents, AShortPromptIsToldWhatItGoesOnWith) {
    for (const std::string_view client : accumulating) {
        start_task(client, "Renew the tokens");
        EXPECT_NE(context(send(client, "UserPromptSubmit", {{"prompt", "go on"}})).find("<hivemind_flow>"),
                  std::string::npos);
        const std::string again = context(send(client, "UserPromptSubmit", {{"prompt", "and on"}}));
        EXPECT_LE(count_characters(again), 300U) << "what was seen is not said again: " << again;
    }
}

TEST_F(SessionEvents, WhoTurnsTheWorkIsNotToldToGoOnWithTheOld) {
    ASSERT_EQ(world_.cli({"task", "create", "Fix the UI <of> the page"}).exit_code, 0);
    for (const std::string_view client : accumulating) {
        start_task(client, "Renew the tokens");
        const std::string turned = context(send(client, "UserPromptSubmit", {{"prompt", "wait, fix the UI first"}}));
        EXPECT_EQ(turned.find("<hivemind_flow>"), std::string::npos) << turned;
        const std::string on = context(send(client, "UserPromptSubmit", {{"prompt", "go on"}}));
        EXPECT_NE(on.find("<hivemind_flow>Going on with \"Fix the UI &lt;of&gt; the page\""), std::string::npos) << on;
    }
}

TEST_F(SessionEvents, PlainTextSteersTheSummaryWhereTheClientReadsIt) {
    ASSERT_EQ(world_
                  .cli({"anchor", "save", "--key", "release", "--value", "Never release on a Friday.", "--priority",
                        "critical"})
                  .exit_code,
              0);
    ASSERT_EQ(world_.cli({"config", "set", "pack_characters", "30000"}).exit_code, 0);
    for (int i = 0; i < 30; ++i) {
        world_.cli({"memory", "save", "--kind", "false_path", "--content", std::string(900, 'x') + std::to_string(i)});
    }
    ASSERT_EQ(world_
                  .cli({"knowledge", "create", "--type", "convention", "--title", "Names of queues", "--content",
                        "Queues are named after their readers.", "--confidence", "95"})
                  .exit_code,
              0);
    const std::string text = send("claude-code", "PreCompact", {{"trigger", "auto"}});
    EXPECT_NE(text.find("Names of queues"), std::string::npos) << text;
    EXPECT_FALSE(parse_json(text).has_value()) << "JSON is not looked at here";
    EXPECT_NE(text.find("Never release on a Friday."), std::string::npos) << text;
    EXPECT_LT(count_characters(text), 10'000U);
    EXPECT_EQ(count("session.compacting"), 1U);
    EXPECT_EQ(send("codex", "PreCompact", {{"trigger", "auto"}}), "") << "it cannot add text";
    EXPECT_EQ(count("session.compacting"), 1U) << "what nobody reads is not made";

    for (const std::string_view client : accumulating) {
        const std::string state = context(send(client, "SessionStart", {{"source", "compact"}}));
        EXPECT_NE(state.find("Never release on a Friday."), std::string::npos) << client;
        EXPECT_LT(count_characters(state), 10'000U);
    }
    EXPECT_EQ(count("session.compacted"), 2U);
}

TEST_F(SessionEvents, ATurnThatEndsIsCountedAndItsAnswerExported) {
    for (const std::string_view client : all) {
        const std::size_t before = count("session.turn");
        const json::object stop{{client == "gemini" ? "prompt_response" : "last_assistant_message", "I read a.ts."},
                                {turn_word(client), "one"},
                                {"stop_hook_active", false}};
        EXPECT_EQ(send(client, stop_event(client), stop), "");
        EXPECT_EQ(send(client, stop_event(client), stop), "");
        EXPECT_EQ(count("session.turn"), before + 1) << client;
    }
    std::size_t exported = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(world_.directory() / ".hivemind/sessions")) {
        if (file.path().string().find("/exports/") != std::string::npos && file.is_regular_file()) ++exported;
    }
    EXPECT_EQ(exported, all.size());
}

TEST_F(SessionEvents, ATurnThatIsHeldBackHasNotEndedAndIsHeldBackOnce) {
    ASSERT_EQ(world_.cli({"config", "set", "mode", "strict"}).exit_code, 0);
    for (const std::string_view client : all) {
        start_task(client, "Unfinished");
        const std::size_t before = count("session.turn");
        const auto stop = [&](bool is_repeated) {
            return send(
                client, stop_event(client),
                {{"last_assistant_message", "Done."}, {turn_word(client), "one"}, {"stop_hook_active", is_repeated}});
        };
        EXPECT_NE(stop(false), "") << client;
        EXPECT_EQ(count("session.turn"), before) << client;
        // More often than any client's own cap: the agent may always stop now.
        for (int i = 0; i < 10; ++i) EXPECT_EQ(stop(true), "") << client;
        EXPECT_EQ(count("session.turn"), before + 1) << client;
    }
}

TEST_F(SessionEvents, ASessionThatTheClientLetsGoOfKeepsItsWork) {
    for (const std::string_view client : all) {
        start_task(client, "Work");
        EXPECT_EQ(send(client, "SessionEnd", {{"reason", "other"}}), "");
    }
    EXPECT_EQ(count("session.left"), 3U);
    const json::value tasks = world_.cli_json({"task", "list"});
    for (const json::value& task : tasks.as_array()) {
        EXPECT_EQ(task.at("status"), "active") << task.at("name");
        EXPECT_TRUE(task.at("assigned_session_id").is_string());
    }
    const json::value sessions = world_.cli_json({"session", "list"});
    for (const json::value& session : sessions.as_array()) {
        EXPECT_NE(session.at("status"), "closed");
    }
}

TEST_F(SessionEvents, ASubagentIsInTheRegistryUntilItEnds) {
    for (const std::string_view client : accumulating) {
        const json::object child{{"agent_id", "a1"}, {"agent_type", "general-purpose"}, {turn_word(client), "one"}};
        const auto swarms = [&](std::string_view state) {
            const json::value listed = world_.cli_json({"swarm", "list"});
            return static_cast<std::size_t>(std::ranges::count_if(
                listed.as_array(), [&](const json::value& swarm) { return swarm.at("state").as_string() == state; }));
        };
        const std::size_t done = swarms("completed");
        const std::string told = context(send(client, "SubagentStart", child));
        EXPECT_NE(told.find("<hivemind_rules>"), std::string::npos);
        send(client, "SubagentStart", child);
        EXPECT_EQ(swarms("running"), 1U) << client;
        json::object ended = child;
        ended["last_assistant_message"] = "I found the server.";
        EXPECT_EQ(send(client, "SubagentStop", ended), "");
        EXPECT_EQ(swarms("running"), 0U) << client;
        EXPECT_EQ(swarms("completed"), done + 1) << client;
        const json::value listed = world_.cli_json({"swarm", "list"});
        EXPECT_EQ(text_member(listed.as_array().front().as_object(), "summary"), "I found the server.") << client;

        // One that still runs when its client goes away ended with it.
        send(client, "SubagentStart", {{"agent_id", "a2"}, {"agent_type", "general-purpose"}});
        const std::size_t cancelled = swarms("cancelled");
        send(client, "SessionEnd", {{"reason", "other"}});
        EXPECT_EQ(swarms("running"), 0U) << client;
        EXPECT_EQ(swarms("cancelled"), cancelled + 1) << client;
    }
}

TEST_F(SessionEvents, ASubagentThatStopsWithATaskOfItsOwnIsHeldBackOnceToo) {
    ASSERT_EQ(world_.cli({"config", "set", "mode", "strict"}).exit_code, 0);
    for (const std::string_view client : accumulating) {
        json::object child{{"agent_id", "a1"}, {"agent_type", "executor"}, {turn_word(client), "one"}};
        send(client, "SubagentStart", child);
        const auto stop = [&](bool is_repeated) {
            child["stop_hook_active"] = is_repeated;
            child["last_assistant_message"] = "Half done.";
            return send(client, "SubagentStop", child);
        };
        const json::value sessions = world_.cli_json({"session", "list"});
        const auto own = std::ranges::find_if(sessions.as_array(), [&](const json::value& each) {
            return each.at("client").as_string() == client && each.at("parent_session_id").is_string();
        });
        ASSERT_NE(own, sessions.as_array().end());
        run_command("task start", client, std::string(own->at("client_session_id").as_string()),
                    {{"name", "Work of a subagent"}});
        const std::string refused = stop(false);
        EXPECT_NE(refused.find(R"("decision":"block")"), std::string::npos) << refused;
        EXPECT_NE(refused.find("Work of a subagent"), std::string::npos);
        EXPECT_EQ(stop(true), "") << "never a loop";
        const json::value swarms = world_.cli_json({"swarm", "list"});
        EXPECT_EQ(swarms.as_array().front().at("state"), "completed");
    }
}

// It will be woken when they are done; told to go on it could only turn in circles.
TEST_F(SessionEvents, AnAgentWhoseSubagentsAreAtWorkMayWaitForThem) {
    ASSERT_EQ(world_.cli({"config", "set", "mode", "strict"}).exit_code, 0);
    for (const std::string_view client : accumulating) {
        start_task(client, "Delegated work");
        const json::object child{{"agent_id", "a1"}, {"agent_type", "general-purpose"}};
        send(client, "SubagentStart", child);
        EXPECT_EQ(send(client, "Stop", {{"stop_hook_active", false}, {turn_word(client), "one"}}), "") << client;
        send(client, "SubagentStop", child);
        EXPECT_NE(send(client, "Stop", {{"stop_hook_active", false}, {turn_word(client), "two"}}), "") << client;
    }
}

TEST_F(SessionEvents, TheAgentThatMakesASummaryIsNoSubagent) {
    send("claude-code", "SessionStart", {{"source", "startup"}});
    send("claude-code", "SubagentStop", {{"agent_id", "c1"}, {"agent_type", ""}});
    EXPECT_EQ(world_.cli_json({"session", "list"}).as_array().size(), 1U);
}

TEST_F(SessionEvents, TheTokensThatAClientTellsAreCounted) {
    const auto tokens = [&] {
        const json::value log = world_.cli_json({"log", "--kind", "usage", "--limit", "1"});
        return log.as_array().front().at("facts").at("tokens").as_int64();
    };
    EXPECT_EQ(send("codex", "PostModelRequest",
                   {{"turn_id", "one"},
                    {"token_usage", {{"input_tokens", 900}, {"output_tokens", 100}, {"total_tokens", 1000}}}}),
              "");
    EXPECT_EQ(tokens(), 1000);
    send("codex", "PostModelRequest", {{"turn_id", "two"}, {"token_usage", {{"input_tokens", 2000}}}});
    EXPECT_EQ(tokens(), 2000);
    send("claude-code", "SessionStart", {{"source", "resume"}, {"context_tokens", 3000}});
    EXPECT_EQ(tokens(), 3000);
    EXPECT_EQ(send("codex", "PostModelRequest", {{"turn_id", "three"}}), "");
    EXPECT_EQ(count("usage"), 3U);
}

TEST_F(SessionEvents, ACancelOfThePersonIsCounted) {
    EXPECT_EQ(send("codex", "Interrupt", {{"turn_id", "one"}}), "");
    EXPECT_EQ(send("claude-code", "PostToolUseFailure",
                   {{"tool_name", "Bash"},
                    {"tool_use_id", "t1"},
                    {"tool_input", {{"command", "sleep 100"}}},
                    {"error", "interrupted"},
                    {"is_interrupt", true}}),
              "");
    EXPECT_EQ(count("session.cancelled"), 2U);
}

TEST_F(SessionEvents, WhatIsNoticedInALongRowOfCallsIsToldBehindTheCallOnce) {
    for (const std::string_view client : accumulating) {
        send(client, "SessionStart", {{"source", "startup"}});
        // The same call over and over, each with an id and a ticket of its own.
        const auto call = [&](int number) {
            return context(send(client, "PostToolUse",
                                {{"tool_name", "mcp__hivemind__govern_task"},
                                 {"tool_use_id", std::string(client) + std::to_string(number)},
                                 {"tool_input", {{"action", "status"}, {"hivemind_ticket", std::to_string(number)}}},
                                 {"tool_response", "nothing new"}}));
        };
        for (int i = 1; i <= 4; ++i) EXPECT_EQ(call(i), "") << client << i;
        const std::string told = call(5);
        EXPECT_NE(told.find("The same call was made 5 times in a row"), std::string::npos) << client << ": " << told;
        EXPECT_LT(count_characters(told), 10'000U);
        EXPECT_EQ(call(6), "") << client << " was told";
    }
}

TEST_F(SessionEvents, FailuresInARowAreToldWhereTheClientTellsOfThem) {
    const auto fail_call = [&](int number) {
        return context(send("claude-code", "PostToolUseFailure",
                            {{"tool_name", "Bash"},
                             {"tool_use_id", std::to_string(number)},
                             {"tool_input", {{"command", "make " + std::to_string(number)}}},
                             {"error", "Exit code 2"}}));
    };
    EXPECT_EQ(fail_call(1), "");
    EXPECT_EQ(fail_call(2), "");
    EXPECT_NE(fail_call(3).find("3 calls in a row failed"), std::string::npos);
    EXPECT_EQ(fail_call(4), "");
}

TEST_F(SessionEvents, WordsOfSomebodyStuckAreHeardInWhatTheAgentSaysOfItsCalls) {
    const auto call = [&](int number) {
        return context(
            send("claude-code", "PostToolUse",
                 {{"tool_name", "Bash"},
                  {"tool_use_id", std::to_string(number)},
                  {"tool_input",
                   {{"command", "make " + std::to_string(number)}, {"description", "I am stuck, retry once more"}}},
                  {"tool_response", {{"stdout", ""}, {"stderr", ""}}}}));
    };
    std::string told;
    for (int i = 1; i <= 5; ++i) told += call(i);
    EXPECT_NE(told.find("stuck"), std::string::npos) << told;
}

}  // namespace
}  // namespace hm::testing
