// What is left behind when HiveMind itself fails while a client waits: an answer by the fail mode, a line in the trail,
// and a finding of the doctor.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <map>

#include "adapters/clients/shared/hook.h"
#include "app/care/doctor.h"
#include "app/care/doctor_events.h"
#include "support/file_bytes.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class HookFailures : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world_.cli({"init", "--mode", "strict"}).exit_code, 0); }

    std::string send(const std::string& text) {
        return hook::answer_event({*hook::find_dialect("codex"), "PreToolUse", FailMode::closed, world_.directory()},
                                  text, world_.clock(), world_.ids())
            .out;
    }
    std::string told_by_doctor() {
        const json::value report = *parse_json(world_.cli({"doctor", "--json"}).out);
        for (const json::value& finding : report.at("findings").as_array()) {
            if (finding.at("about") == "engine") return std::string(finding.at("what").as_string());
        }
        return {};
    }
    std::vector<std::string> recorded() {
        std::vector<std::string> lines;
        const json::value log = world_.cli_json({"log", "--kind", "engine"});
        for (const json::value& event : log.as_array()) lines.emplace_back(event.at("summary").as_string());
        return lines;
    }

    World world_;
};

TEST_F(HookFailures, AnEventThatCannotBeReadIsInTheTrail) {
    EXPECT_EQ(told_by_doctor(), "");
    EXPECT_NE(send("garbage").find("deny"), std::string::npos);
    EXPECT_NE(told_by_doctor().find("codex PreToolUse"), std::string::npos) << "also before it was taken in";
    world_.cli_json({"memory", "save", "--content", "The next write takes it in."});
    ASSERT_EQ(recorded().size(), 1U);
    EXPECT_NE(recorded().front().find("the call was refused"), std::string::npos) << recorded().front();
    EXPECT_NE(told_by_doctor().find("One failure of HiveMind itself"), std::string::npos) << told_by_doctor();
}

// Wired in a person's own settings, a hook is not told how to fail; the project is asked even when its store is spoilt.
TEST_F(HookFailures, WithoutAFailModeOfItsOwnTheProjectsHoldsEvenWithoutItsStore) {
    const auto answer = [&](const std::string& text) {
        return hook::answer_event({*hook::find_dialect("codex"), "PreToolUse", FailMode::open, world_.directory()},
                                  text, world_.clock(), world_.ids())
            .out;
    };
    const std::string call = to_text(json::object{{"hook_event_name", "PreToolUse"},
                                                  {"session_id", "s"},
                                                  {"cwd", world_.directory().string()},
                                                  {"tool_name", "Bash"},
                                                  {"tool_input", {{"command", "ls"}}}});
    const auto spoil_store = [&] {
        for (const char* suffix : {"-wal", "-shm"})
            fs::remove(world_.directory().string() + "/.hivemind/hivemind.db" + suffix);
        std::ofstream(world_.directory() / ".hivemind/hivemind.db", std::ios::trunc) << std::string(8192, 'x');
    };
    spoil_store();
    EXPECT_NE(answer(call).find("deny"), std::string::npos);
    EXPECT_NE(answer("garbage").find("deny"), std::string::npos);
    fs::remove_all(world_.directory() / ".hivemind");
    ASSERT_EQ(world_.cli({"init", "--mode", "assisted"}).exit_code, 0);
    spoil_store();
    EXPECT_EQ(answer(call).find("deny"), std::string::npos);
    EXPECT_EQ(answer("garbage").find("deny"), std::string::npos);
}

// Nothing that a call may hang on is let through because it does not say what it is.
TEST_F(HookFailures, AnEventWithoutANameIsTheOneThatWasWired) {
    for (const std::string_view name : {"", "Nope"}) {
        json::object call{{"session_id", "s"},
                          {"cwd", world_.directory().string()},
                          {"tool_name", "apply_patch"},
                          {"tool_input", {{"command", "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n"}}}};
        if (!name.empty()) call["hook_event_name"] = name;
        EXPECT_NE(send(to_text(call)).find("without an active task"), std::string::npos) << name;
    }
    const hook::HookAnswer unwired = hook::answer_event(
        {*hook::find_dialect("codex"), "", FailMode::open, world_.directory()},
        to_text(json::object{{"session_id", "s"}, {"tool_name", "Bash"}}), world_.clock(), world_.ids());
    EXPECT_NE(unwired.out.find("deny"), std::string::npos) << "which event it is, is not known at all";
}

TEST_F(HookFailures, WhatTheDoctorTriesOutIsNoSignOfAClient) {
    const auto seen_by_doctor = [&] {
        const json::value report = *parse_json(world_.cli({"doctor", "--json"}).out);
        return to_text(report).find("\"seen\"") != std::string::npos;
    };
    json::object call{{"hook_event_name", "PreToolUse"},
                      {"session_id", probe_session},
                      {"cwd", world_.directory().string()},
                      {"tool_name", "Bash"},
                      {"tool_use_id", "probe"},
                      {"tool_input", {{"command", "rm -rf /"}}}};
    EXPECT_NE(send(to_text(call)).find("deny"), std::string::npos);
    EXPECT_FALSE(seen_by_doctor());
    EXPECT_NE(world_.cli({"doctor"}).out.find("No client's tool call has been seen yet"), std::string::npos);
    call["session_id"] = "s";
    send(to_text(call));
    EXPECT_TRUE(seen_by_doctor());
}

// A session in which nobody runs a command leaves nothing behind in the spool.
TEST_F(HookFailures, WhatWaitsIsTakenInWhenATurnEnds) {
    send("garbage");
    ASSERT_EQ(std::distance(fs::directory_iterator(world_.directory() / ".hivemind/spool"), {}), 1);
    send(to_text(json::object{{"hook_event_name", "Stop"},
                              {"session_id", "s"},
                              {"turn_id", "one"},
                              {"cwd", world_.directory().string()},
                              {"last_assistant_message", "Done."}}));
    EXPECT_EQ(std::distance(fs::directory_iterator(world_.directory() / ".hivemind/spool"), {}), 0);
    EXPECT_EQ(recorded().size(), 1U);
}

TEST_F(HookFailures, AStoreThatCannotBeOpenedIsToldWhenItIsWholeAgain) {
    const fs::path store = world_.directory() / ".hivemind/hivemind.db";
    // In the same file: another in its place would not be this user's.
    std::map<std::string, std::string> kept;
    for (const char* suffix : {"", "-wal", "-shm"}) kept[suffix] = testing::bytes_of(store.string() + suffix);
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(store.string() + suffix);
    testing::write_bytes(store, std::string(8192, 'x'));
    const std::string event = to_text(json::object{{"hook_event_name", "PreToolUse"},
                                                   {"session_id", "s"},
                                                   {"cwd", world_.directory().string()},
                                                   {"tool_name", "Bash"},
                                                   {"tool_input", {{"command", "ls"}}}});
    // Far more often than is worth keeping.
    for (int i = 0; i < 250; ++i) EXPECT_NE(send(event).find("deny"), std::string::npos);
    EXPECT_LE(std::distance(fs::directory_iterator(world_.directory() / ".hivemind/spool"), {}), 200);
    for (const auto& [suffix, bytes] : kept) testing::write_bytes(store.string() + suffix, bytes);
    EXPECT_NE(told_by_doctor().find("codex PreToolUse"), std::string::npos);
}

TEST_F(HookFailures, AProcessThatCrashesLeavesItsRecordWithItsLastWord) {
    const fs::path spool = world_.directory() / ".hivemind/spool";
    const SpoolFile left = prepare_engine_failure(
        world_.directory(), {"gemini BeforeTool", "HiveMind did not answer in time or crashed.", {}}, world_.clock(),
        world_.ids());
    for (const int number : {SIGSEGV, SIGALRM}) {
        fs::remove_all(spool);
        EXPECT_EXIT(
            {
                hook::arm_last_word(seconds(60));
                hook::set_last_word("", "the last word");
                hook::set_last_record(left.making.native(), left.file.native(), left.text);
                raise(number);
            },
            ::testing::ExitedWithCode(0), "the last word");
        EXPECT_TRUE(fs::exists(left.file));
        EXPECT_FALSE(fs::exists(left.making));
    }
    world_.cli_json({"memory", "save", "--content", "The next write takes it in."});
    ASSERT_EQ(recorded().size(), 1U);
    EXPECT_NE(recorded().front().find("gemini BeforeTool"), std::string::npos);
}

TEST_F(HookFailures, AProcessThatAnswersLeavesNone) {
    const SpoolFile left =
        prepare_engine_failure(world_.directory(), {"codex Stop", "It crashed.", {}}, world_.clock(), world_.ids());
    EXPECT_EXIT(
        {
            hook::arm_last_word(seconds(60));
            hook::set_last_record(left.making.native(), left.file.native(), left.text);
            hook::disarm_last_word();
            raise(SIGALRM);
        },
        ::testing::ExitedWithCode(0), "");
    EXPECT_FALSE(fs::exists(left.file));
}

}  // namespace
}  // namespace hm::testing
