// Commands of a client that a person chose by name, and the calls of one answer: what a client tells beside the calls
// and prompts themselves.
#include "adapters/clients/shared/hook.h"

#include <gtest/gtest.h>

#include <fstream>

#include "app/bus/bus.h"
#include "app/event/hook_frame.h"
#include "app/project/project.h"
#include "support/world.h"
#include "view/stop_text.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;
using hook::command_in;
using hook::PromptComes;

class ClientTells : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world_.cli({"init", "--mode", "assisted"}).exit_code, 0); }

    std::string send(std::string_view client, std::string_view name, json::object event = {}) {
        event["hook_event_name"] = name;
        event["session_id"] = "s";
        event["cwd"] = world_.directory().string();
        const hook::HookAnswer answer =
            hook::answer_event({*hook::find_dialect(client), std::string(name), FailMode::open, world_.directory()},
                               to_text(event), world_.clock(), world_.ids());
        EXPECT_EQ(answer.err, "") << client << " " << name;
        return answer.out;
    }
    // As the agent of the client's session does it; answers the id it made or changed.
    std::string run(std::string_view client, std::string_view command, json::object input) {
        Project project = *Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        Workspace workspace = project.workspace();
        AgentIdentity who;
        who.client = client;
        who.session = "s";
        const Session session = *session_of(who, &Settings::command_deadline, workspace);
        const auto receipt = execute(*find_command(command), {std::move(input), agent_actor(session)}, workspace);
        EXPECT_TRUE(receipt.has_value()) << command << ": " << (receipt ? "" : receipt.error().what);
        return receipt && receipt->id ? receipt->id->text() : std::string();
    }
    // One of its own: what a live session holds cannot be started by another.
    std::string start_task(std::string_view client) {
        return run(client, "task start", {{"name", "Build the boat of " + std::string(client)}});
    }
    json::array log(std::string_view kind) {
        return world_.cli_json({"log", "--kind", std::string(kind), "--limit", "50"}).as_array();
    }
    void put(const fs::path& path, const std::string& text) {
        fs::create_directories((world_.directory() / path).parent_path());
        std::ofstream(world_.directory() / path) << text;
    }

    World world_;
};

TEST_F(ClientTells, ACommandOfTheClientIsInTheTrailOnceWithItsTask) {
    put(".gemini/commands/ship.toml", "description = \"Ship\"\nprompt = \"Ship the thing called {{args}}.\"\n");
    struct Said {
        std::string_view client;
        std::string_view event;
        json::object words;
    };
    const std::array<Said, 3> all{{
        {"claude-code",
         "UserPromptExpansion",
         {{"prompt_id", "one"},
          {"expansion_type", "slash_command"},
          {"command_name", "ship"},
          {"command_args", "the boat"},
          {"command_source", "projectSettings"},
          {"prompt", "/ship the boat"}}},
        {"codex", "UserPromptSubmit", {{"turn_id", "one"}, {"prompt", "/ship the boat"}}},
        {"gemini", "BeforeAgent", {{"timestamp", "one"}, {"prompt", "Ship the thing called the boat."}}},
    }};
    for (const Said& said : all) {
        const std::size_t before = log("session.command").size();
        const std::string task = start_task(said.client);
        send(said.client, said.event, said.words);
        send(said.client, said.event, said.words);
        const json::array commands = log("session.command");
        ASSERT_EQ(commands.size(), before + 1) << said.client;
        const json::value* found = nullptr;
        for (const json::value& command : commands) {
            if (command.as_object().contains("task_id") && command.at("task_id").as_string() == task) found = &command;
        }
        ASSERT_NE(found, nullptr) << said.client << ": linked to the task in hand";
        EXPECT_EQ(found->at("summary"), "/ship the boat") << said.client;
        EXPECT_EQ(found->at("facts").at("command"), "ship") << said.client;
    }
}

// Claude Code tells of a command before and beside the prompt, which is the typed line.
TEST_F(ClientTells, ACommandIsNotCountedAgainWithItsPrompt) {
    send("claude-code", "UserPromptSubmit", {{"prompt_id", "one"}, {"prompt", "/ship the boat"}});
    EXPECT_EQ(log("session.command").size(), 0U);
    EXPECT_EQ(log("session.prompt").size(), 1U);
}

TEST_F(ClientTells, APromptOfOursIsKnownByItsWordsWhereTheClientSendsThem) {
    const std::string quoted = to_text(json::value(review_prompt("")));
    send("gemini", "BeforeAgent", {{"timestamp", "one"}, {"prompt", quoted}});
    send("claude-code", "UserPromptExpansion",
         {{"prompt_id", "one"}, {"command_name", "mcp__hivemind__resume"}, {"command_args", ""}});
    const json::array commands = log("session.command");
    ASSERT_EQ(commands.size(), 2U);
    EXPECT_EQ(commands.front().at("summary"), "/review");
    EXPECT_EQ(commands.back().at("summary"), "/mcp__hivemind__resume");
    EXPECT_EQ(prompt_named_by(plan_prompt("Sail")), "plan");
    EXPECT_EQ(prompt_named_by(review_prompt("task_1")), "review");
    EXPECT_EQ(prompt_named_by(resume_prompt()), "resume");
    EXPECT_EQ(prompt_named_by("Review the plan, please."), "");
}

TEST_F(ClientTells, WhatOnlyLooksLikeACommandIsNone) {
    for (const std::string_view prompt :
         {"/tmp is full", "/etc/hosts is wrong", "/", "/ nothing", "a /ship", "", "//x", "/naïve thing"}) {
        EXPECT_FALSE(command_in(prompt, PromptComes::as_typed, world_.directory())) << prompt;
    }
    const auto found = command_in("  /prompts:ship\tthe boat\n", PromptComes::as_typed, world_.directory());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, "prompts:ship");
    EXPECT_EQ(found->arguments, "the boat");
}

TEST_F(ClientTells, CommandsOfTheProjectAreFoundInAllTheFormsOfTheirFiles) {
    put(".gemini/commands/git/commit.toml",
        "# a comment\ndescription='x'\nprompt = \"\"\"\nWrite a commit message for:\n!{git diff}\n\"\"\"\n");
    put(".gemini/commands/plain.toml", "prompt='Look at everything there is.'\n");
    put(".gemini/commands/quoted.toml", "prompt = \"Say \\\"ahoy\\\" to {{args}} twice.\"\n");
    put(".gemini/commands/short.toml", "prompt = \"Go {{args}}\"\n");
    put(".gemini/commands/broken.toml", "prompt = [1, 2\n");
    put(".gemini/commands/note.md", "prompt = \"Remember this well.\"\n");
    const auto name_and_arguments = [&](std::string_view prompt) {
        const auto found = command_in(prompt, PromptComes::expanded, world_.directory());
        return found ? found->name + "|" + found->arguments : "none";
    };
    EXPECT_EQ(name_and_arguments("Write a commit message for:\ndiff --git a b"), "git:commit|");
    EXPECT_EQ(name_and_arguments("Look at everything there is.\n\n/plain now"), "plain|");
    EXPECT_EQ(name_and_arguments("Say \"ahoy\" to the captain twice."), "quoted|the captain");
    EXPECT_EQ(name_and_arguments("Go on with the work"), "none");
    EXPECT_EQ(name_and_arguments("Remember this well."), "none");
}

TEST_F(ClientTells, TheCallsOfOneAnswerAreToldOfOnceAndCountedNoFurther) {
    const auto call = [](std::string_view id) {
        return json::object{{"tool_name", "Bash"},
                            {"tool_use_id", id},
                            {"tool_input", {{"command", "ls"}}},
                            {"tool_response", "a.txt"}};
    };
    send("claude-code", "SessionStart", {{"source", "startup"}});
    for (const std::string_view id : {"a", "b"}) {
        json::object done = call(id);
        done["tool_response"] = json::object{{"stdout", "a.txt"}};
        send("claude-code", "PostToolUse", done);
    }
    const std::size_t done = log("tool.done").size();
    const json::object batch{{"prompt_id", "one"}, {"tool_calls", {call("a"), call("b")}}};
    EXPECT_EQ(send("claude-code", "PostToolBatch", batch), "");
    EXPECT_EQ(send("claude-code", "PostToolBatch", batch), "");
    const json::array batches = log("session.batch");
    ASSERT_EQ(batches.size(), 1U);
    EXPECT_EQ(batches.front().at("facts").at("calls"), 2);
    EXPECT_EQ(batches.front().at("summary"), "2 calls in one answer: Bash, Bash");
    EXPECT_EQ(log("tool.done").size(), done) << "each call is counted where it is told of by itself";
    // Another answer under the same prompt; and one call alone, of which there is nothing more to say.
    send("claude-code", "PostToolBatch", {{"prompt_id", "one"}, {"tool_calls", {call("c"), call("d")}}});
    send("claude-code", "PostToolBatch", {{"prompt_id", "one"}, {"tool_calls", {call("e")}}});
    send("claude-code", "PostToolBatch", {{"prompt_id", "one"}, {"tool_calls", "nonsense"}});
    EXPECT_EQ(log("session.batch").size(), 2U);
}

// What is completed leaves its evidence, what is handed on its record, and each write is a look at where the session is
// going.
TEST_F(ClientTells, WorkUnderEveryClientFlowsIntoTheBooks) {
    struct Written {
        std::string_view client;
        std::string_view event;
        std::string_view tool;
    };
    const std::array<Written, 3> all{{{"claude-code", "PostToolUse", "Write"},
                                      {"codex", "PostToolUse", "Write"},
                                      {"gemini", "AfterTool", "write_file"}}};
    for (const Written& written : all) {
        const std::string client(written.client);
        start_task(client);
        run(client, "task complete", {{"evidence", "hull.txt of " + client + " floats"}});
        const std::string next = run(client, "task create", {{"name", "Sail for " + client}});
        run(client, "delegate assign", {{"task_id", next}, {"to", "executor"}});
        std::string told;
        for (int i = 1; i <= 4; ++i) {
            const std::string number = std::to_string(i);
            told += send(client, written.event,
                         {{"tool_name", written.tool},
                          {"tool_use_id", client + number},
                          {"timestamp", number},
                          {"tool_input", {{"file_path", (world_.directory() / (number + ".txt")).string()}}},
                          {"tool_response", {{"llmContent", "ok"}}}});
        }
        const std::string knowledge = to_text(world_.cli_json({"knowledge", "list"}));
        EXPECT_NE(knowledge.find("hull.txt of " + client), std::string::npos) << knowledge;
        const std::string handed = to_text(world_.cli_json({"delegate", "status"}));
        EXPECT_NE(handed.find(next), std::string::npos) << handed;
        const json::array raised = log("signal.raised");
        ASSERT_FALSE(raised.empty()) << client;
        EXPECT_NE(to_text(raised).find("without a task"), std::string::npos) << to_text(raised);
        EXPECT_EQ(told.find("without a task") != std::string::npos, client != "gemini") << told;
    }
    EXPECT_EQ(log("signal.raised").size(), 3U) << "once in each session";
}

}  // namespace
}  // namespace hm::testing
