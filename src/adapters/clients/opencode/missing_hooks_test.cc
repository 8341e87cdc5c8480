// A scripted host that never sends one of the hooks: what is done in its place, and what the doctor says of it.
#include "adapters/clients/opencode/replies.h"

#include <gtest/gtest.h>

#include "support/world.h"

namespace hm::testing {
namespace {

class MissingHooks : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world.cli({"init", "--mode", "strict"}).exit_code, 0); }

    // Says hello, as a plugin to whose earlier child these hooks came.
    void hello(json::array met) { world.opencode("hello", {{"met", std::move(met)}}); }
    json::object write(std::string_view hook, std::string_view call) {
        return world.opencode(hook, {{"sessionID", "s"},
                                     {"tool", "write"},
                                     {"callID", call},
                                     {"args", {{"filePath", (world.directory() / "a.ts").string()}}}});
    }
    json::object request(json::object more = {}) {
        more["sessionID"] = "s";
        return world.opencode("messages.transform", std::move(more));
    }
    void start_task() {
        world.opencode("tool",
                       {{"sessionID", "s"}, {"tool", "govern_task"}, {"args", {{"action", "start"}, {"name", "Dig"}}}});
    }
    json::array log(std::string_view kind) {
        return world.cli_json({"log", "--kind", std::string(kind), "--limit", "50"}).as_array();
    }
    // What the doctor says of the hook: comes, does not come, not needed yet.
    std::string told(std::string_view hook) {
        for (const Finding& finding : opencode::hook_findings(world.directory() / ".hivemind")) {
            const std::string begin = "hook " + std::string(hook) + ": ";
            if (finding.what.starts_with(begin)) return finding.what.substr(begin.size());
        }
        return "nothing";
    }
    bool misses(std::string_view hook) { return told(hook).starts_with("does not come; in use instead: "); }

    World world;
};

TEST_F(MissingHooks, ACallThatWasNotAskedAboutHasItsResultReplaced) {
    hello({});
    const json::object reply = write("tool.execute.after", "1");
    const std::string instead(text_member(reply, "replace"));
    EXPECT_TRUE(instead.starts_with("BLOCKED: this call ran")) << to_text(reply);
    for (const char* part : {"WHAT", "WHY", "USE INSTEAD", "EVIDENCE"})
        EXPECT_NE(instead.find(part), std::string::npos);
    EXPECT_TRUE(reply.contains("toast"));
    EXPECT_TRUE(misses("tool.execute.before"));
    EXPECT_EQ(log("gate.block").size(), 1U);
    start_task();
    EXPECT_FALSE(write("tool.execute.after", "2").contains("replace")) << "what may run stands";
    write("tool.execute.before", "3");
    EXPECT_EQ(told("tool.execute.before"), "comes") << "a hook that comes late is there";
}

// A plugin behind ours may change what a call does after it was judged.
TEST_F(MissingHooks, ACallThatRanWithOtherArgumentsThanItWasJudgedByIsABypass) {
    hello({});
    const auto ask = [&](std::string_view hook, std::string_view call, std::string_view file, bool again = false) {
        return world.opencode(hook, {{"sessionID", "s"},
                                     {"tool", "write"},
                                     {"callID", call},
                                     {"again", again},
                                     {"args", {{"filePath", (world.directory() / file).string()}}}});
    };
    const std::string task(
        world.cli_json({"task", "create", "Dig", "--allowed-paths", "a.ts", "--allowed-paths", "b.ts"})
            .at("id")
            .as_string());
    world.opencode("tool",
                   {{"sessionID", "s"}, {"tool", "govern_task"}, {"args", {{"action", "start"}, {"id", task}}}});

    ASSERT_NE(ask("tool.execute.before", "1", "./a.ts").at("verdict"), "block");
    const json::object as_judged = ask("tool.execute.after", "1", "a.ts");
    EXPECT_TRUE(log("gate.bypass").empty()) << "what we changed ourselves was judged";

    ask("tool.execute.before", "2", "a.ts");
    const json::object elsewhere = ask("tool.execute.after", "2", "c.ts");
    EXPECT_TRUE(text_member(elsewhere, "replace").starts_with("BLOCKED: this call ran with other arguments"))
        << to_text(elsewhere);
    EXPECT_EQ(elsewhere.at("toast").at("variant"), "error");
    EXPECT_EQ(log("gate.bypass").size(), 1U);

    ask("tool.execute.before", "3", "a.ts");
    const json::object allowed = ask("tool.execute.after", "3", "b.ts");
    EXPECT_FALSE(allowed.contains("replace"));
    EXPECT_NE(text_member(allowed, "append").find("other arguments than were judged"), std::string_view::npos);
    EXPECT_EQ(log("gate.bypass").size(), 2U);
    EXPECT_NE(text_member(request(), "inject").find("outside recorded calls: the arguments of write"),
              std::string_view::npos)
        << "it is a signal";

    ask("tool.execute.before", "4", "a.ts");
    EXPECT_EQ(ask("tool.execute.before", "4", "c.ts", true).at("verdict"), "block") << "asked again before it runs";
    ASSERT_NE(ask("tool.execute.before", "5", "a.ts").at("verdict"), "block");
    ask("tool.execute.before", "5", "b.ts", true);
    ask("tool.execute.after", "5", "b.ts");
    EXPECT_EQ(log("gate.bypass").size(), 2U) << "as it was judged the second time";
    EXPECT_FALSE(misses("tool.execute.before"));
}

// Some models number their calls anew in every session, and subagents work at the same time.
TEST_F(MissingHooks, CallsOfTwoSessionsUnderOneNumberAreTwo) {
    hello({});
    const auto read = [&](std::string_view hook, std::string_view session, std::string_view file) {
        return world.opencode(hook, {{"sessionID", session},
                                     {"tool", "read"},
                                     {"callID", "call_0"},
                                     {"args", {{"filePath", (world.directory() / file).string()}}}});
    };
    read("tool.execute.before", "one", "a.ts");
    read("tool.execute.before", "other", "b.ts");
    read("tool.execute.after", "one", "a.ts");
    read("tool.execute.after", "other", "b.ts");
    EXPECT_TRUE(log("gate.bypass").empty());
}

TEST_F(MissingHooks, AChildThatReplacesAnotherMissesNothing) {
    hello({"tool.execute.before", "event", "system.transform", "chat.message"});
    EXPECT_FALSE(write("tool.execute.after", "1").contains("replace"));
    request({{"prompt", "Go"}, {"messageID", "m"}});
    EXPECT_EQ(text_member(request(), "inject").find("<hivemind_rules>"), std::string_view::npos);
    EXPECT_TRUE(log("session.prompt").empty());
    for (const char* hook : {"tool.execute.before", "event", "chat.message"}) EXPECT_FALSE(misses(hook)) << hook;
}

TEST_F(MissingHooks, ACallIsRecordedByTheRequestThatShowsItDone) {
    hello({"event"});
    start_task();
    ASSERT_NE(write("tool.execute.before", "1").at("verdict"), "block");
    request({{"outputs", json::array()}});
    EXPECT_TRUE(log("checkpoint").empty()) << "it may still run";
    request({{"outputs", {json::array{"1", 20}}}});
    EXPECT_EQ(log("checkpoint").size(), 1U);
    request({{"outputs", {json::array{"1", 20}}}});
    EXPECT_EQ(log("checkpoint").size(), 1U) << "once";
    EXPECT_TRUE(misses("tool.execute.after"));
}

TEST_F(MissingHooks, APromptIsTakenFromTheRequestThatCarriesIt) {
    hello({"event"});
    for (int i = 0; i < 2; ++i) request({{"prompt", "Dig the harbour"}, {"messageID", "m1"}});
    request({{"prompt", "Fill it"}, {"messageID", "m2"}});
    EXPECT_EQ(log("session.prompt").size(), 2U);
    EXPECT_TRUE(misses("chat.message"));
}

TEST_F(MissingHooks, TheStateGoesIntoTheSystemPromptWhenTheRequestHasNoPlaceForIt) {
    hello({"event"});
    const auto above = [&] {
        const json::object reply = world.opencode("system.transform", {{"sessionID", "s"}});
        return to_text(reply).find("<hivemind_state ") != std::string::npos;
    };
    const auto prompt = [&] { world.opencode("chat.message", {{"sessionID", "s"}, {"text", "Go on"}}); };
    prompt();
    EXPECT_FALSE(above()) << "the request's own place may still come";
    prompt();
    EXPECT_TRUE(above());
    EXPECT_TRUE(above()) << "in every request of the turn";
    EXPECT_TRUE(misses("experimental.chat.messages.transform"));
    request();
    prompt();
    EXPECT_FALSE(above()) << "not when it comes after all";
}

TEST_F(MissingHooks, TheRulesStandInFrontOfTheStateWhenTheSystemPromptIsClosed) {
    hello({"event"});
    const auto has_rules = [&] {
        return text_member(request(), "inject").find("<hivemind_rules>") != std::string_view::npos;
    };
    EXPECT_FALSE(has_rules()) << "the system prompt is asked for after the messages";
    EXPECT_TRUE(has_rules());
    EXPECT_TRUE(misses("experimental.chat.system.transform"));
    world.opencode("system.transform", {{"sessionID", "s"}});
    EXPECT_FALSE(has_rules());
}

TEST_F(MissingHooks, ASummaryThatNothingWasAskedAboutIsKnown) {
    hello({"event"});
    world.opencode("event", {{"type", "session.compacted"}, {"properties", {{"sessionID", "s"}}}});
    EXPECT_TRUE(misses("experimental.session.compacting"));
    EXPECT_FALSE(text_member(request(), "inject").empty()) << "the state comes with the next request";
}

TEST_F(MissingHooks, ASessionIsLookedAtWithItsFirstCallAndATurnIsClosedWithTheNextPrompt) {
    hello({});
    EXPECT_EQ(told("event"), "nothing") << "nothing is known yet";
    write("tool.execute.before", "1");
    write("tool.execute.before", "2");
    EXPECT_EQ(log("session.started").size(), 1U);
    EXPECT_TRUE(misses("event"));
    request();
    world.opencode("chat.message", {{"sessionID", "s"}, {"text", "Go on"}});
    EXPECT_EQ(log("session.turn").size(), 1U);
    world.opencode("tool.execute.after", {{"sessionID", "s"},
                                          {"tool", "task"},
                                          {"callID", "3"},
                                          {"args", json::object{}},
                                          {"output", "Found it."},
                                          {"metadata", {{"sessionId", "child"}}}});
    EXPECT_EQ(log("session.turn").size(), 2U) << "the subagent's turn ended with its call";
}

TEST_F(MissingHooks, WhatAnAnswerSaysOfItselfIsTakenFromTheRequestThatShowsIt) {
    const auto request_after = [&](json::object answer) { request({{"answer", std::move(answer)}, {"window", 1000}}); };
    const auto answer = [](std::string_view id, int tokens) {
        return json::object{
            {"id", id}, {"parentID", "msg_of_the_prompt"}, {"tokens", {{"input", tokens}, {"output", 0}}}};
    };
    json::object failed = answer("failed", 0);
    failed["error"] = {{"name", "APIError"}, {"data", {{"message", "No such model"}}}};
    json::object summary = answer("summary", 900);
    summary["summary"] = true;

    hello({});
    request_after(answer("of another process", 100));
    EXPECT_TRUE(log("usage").empty()) << "told to the process that saw it";
    for (int i = 0; i < 2; ++i) request_after(answer("first", 850));
    ASSERT_EQ(log("usage").size(), 1U) << "once";
    EXPECT_EQ(log("usage").at(0).at("facts").at("tokens"), 850);
    EXPECT_EQ(log("usage").at(0).at("facts").at("window"), 1000);
    request_after(failed);
    ASSERT_EQ(log("session.error").size(), 1U);
    EXPECT_EQ(log("session.error").at(0).at("summary"), "APIError: No such model");
    for (int i = 0; i < 2; ++i) request_after(summary);
    EXPECT_EQ(log("session.compacted").size(), 1U);
    EXPECT_EQ(log("usage").size(), 1U) << "a summary is no answer";
    EXPECT_TRUE(misses("event"));
    EXPECT_EQ(world.cli_json({"session", "list"}).as_array().size(), 1U) << "a message is nobody's parent";

    world.opencode("event", {{"type", "session.idle"}, {"properties", {{"sessionID", "s"}}}});
    request_after(answer("second", 870));
    EXPECT_EQ(log("usage").size(), 1U) << "events tell it";
}

TEST_F(MissingHooks, NothingIsMissedFromAPluginThatDoesNotSayWhatCame) {
    world.opencode("hello", {{"plugin_version", "0.0.9"}});
    EXPECT_FALSE(write("tool.execute.after", "1").contains("replace"));
    request();
    request();
    EXPECT_FALSE(misses("tool.execute.before"));
    EXPECT_FALSE(misses("experimental.chat.system.transform"));
}

}  // namespace
}  // namespace hm::testing
