// Signals from end to end: raised by what hooks tell, shown in status and pack, answered, reworded, cleared.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "base/short_id.h"
#include "support/world.h"

namespace hm::testing {
namespace {

class Signals : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world.cli({"init"}).exit_code, 0); }

    void call(std::string_view name, json::object args, std::int64_t exit_code = 0) {
        world.clock().advance(seconds(5));
        world.opencode(
            "tool.execute.after",
            {{"sessionID", "s"}, {"tool", name}, {"args", std::move(args)}, {"metadata", {{"exit", exit_code}}}});
    }
    void fail_thrice() {
        for (int i = 0; i < 3; ++i) call("bash", {{"command", "make " + std::to_string(i)}}, 2);
    }
    std::string pack() {
        return std::string(text_member(world.opencode("messages.transform", {{"sessionID", "s"}}), "inject"));
    }
    std::string tool(std::string_view name, json::object args) {
        return std::string(
            text_member(world.opencode("tool", {{"sessionID", "s"}, {"tool", name}, {"args", args}}), "output"));
    }
    std::size_t open_signals() { return world.cli_json({"status"}).as_object().at("signals").as_array().size(); }
    void event(std::string_view type, json::object more = {}) {
        more["sessionID"] = "s";
        world.opencode("event", {{"type", type}, {"properties", std::move(more)}});
    }

    World world;
};

TEST_F(Signals, AreShownInStatusAndPackAndGoAwayByThemselves) {
    fail_thrice();
    EXPECT_NE(world.cli({"status"}).out.find("3 calls in a row failed"), std::string::npos);
    EXPECT_NE(pack().find("3 calls in a row failed"), std::string::npos);
    call("bash", {{"command", "make it work"}});
    EXPECT_EQ(open_signals(), 0U);
    EXPECT_EQ(pack().find("calls in a row failed"), std::string::npos);
    const json::array signals = world.cli_json({"signal", "list"}).as_array();
    ASSERT_EQ(signals.size(), 1U);
    EXPECT_TRUE(signals[0].as_object().contains("cleared_at"));
}

TEST_F(Signals, AreAnsweredByTheCommandTheyName) {
    fail_thrice();
    ASSERT_EQ(open_signals(), 1U);
    tool("hivemind_inspect", {{"action", "deep"}});
    EXPECT_EQ(open_signals(), 0U);
}

TEST_F(Signals, ChangeTheirWordsWhenTheyWereToldTwiceAndLeft) {
    fail_thrice();
    const std::string first = pack();
    pack();
    const std::string later = pack();
    EXPECT_EQ(first.find("Told before"), std::string::npos);
    EXPECT_NE(later.find("Told before"), std::string::npos) << later;
    EXPECT_EQ(world.cli_json({"signal", "list"}).as_array().size(), 1U);
}

TEST_F(Signals, AreRaisedAgainUnderTheSameRecord) {
    for (int round = 0; round < 3; ++round) {
        fail_thrice();
        call("bash", {{"command", "ok" + std::to_string(round)}});
    }
    const json::array signals = world.cli_json({"signal", "list"}).as_array();
    ASSERT_EQ(signals.size(), 1U);
    EXPECT_EQ(signals[0].at("raised_count"), 3);
}

TEST_F(Signals, ShowAtMostThreeTheWorstFirst) {
    for (int i = 0; i < 24; ++i) call("read", {{"filePath", "f" + std::to_string(i)}});
    for (int i = 0; i < 5; ++i) call("bash", {{"command", "make"}}, 2);
    for (int i = 0; i < 3; ++i) event("session.error", {{"error", {{"name", "MessageAbortedError"}}}});
    const json::array shown = world.cli_json({"status"}).as_object().at("signals").as_array();
    ASSERT_EQ(shown.size(), 3U);
    EXPECT_EQ(shown[0].at("kind"), "cancels_in_row");
    EXPECT_EQ(shown[1].at("severity"), "high");
}

TEST_F(Signals, OfThreeCancelsHoldTheSessionStrictlyUntilAPersonAcknowledges) {
    const json::object write{{"sessionID", "s"}, {"tool", "write"}, {"args", {{"filePath", "a.ts"}}}};
    EXPECT_NE(world.opencode("tool.execute.before", write).at("verdict"), "block");
    for (int i = 0; i < 3; ++i) event("session.error", {{"error", {{"name", "MessageAbortedError"}}}});
    EXPECT_EQ(world.opencode("tool.execute.before", write).at("verdict"), "block");
    EXPECT_NE(pack().find("cancelled 3 times"), std::string::npos);
    EXPECT_NE(pack().find("mode=\"strict\""), std::string::npos) << "and says how it is held";
    event("session.idle");
    EXPECT_EQ(world.opencode("tool.execute.before", write).at("verdict"), "block") << "until acknowledged";
    EXPECT_NE(world.cli({"session", "acknowledge"}, ActorKind::agent).exit_code, 0) << "a person alone";
    EXPECT_EQ(world.cli({"session", "acknowledge"}).exit_code, 0);
    EXPECT_NE(world.opencode("tool.execute.before", write).at("verdict"), "block");
    EXPECT_EQ(open_signals(), 0U);
}

TEST_F(Signals, AfterEveryTenWritesItIsLookedHowFarTheSessionIsOffItsCourse) {
    const auto scans = [&] { return world.cli_json({"log", "--kind", "session.drift"}).as_array(); };
    for (int i = 1; i <= 25; ++i) {
        call("read", {{"filePath", "src/" + std::to_string(i) + ".ts"}});
        call("write", {{"filePath", "src/" + std::to_string(i) + ".ts"}});
        EXPECT_EQ(scans().size(), static_cast<std::size_t>(i / 10)) << i;
    }
    const json::object facts = scans().at(0).at("facts").as_object();
    EXPECT_EQ(facts.at("writes").as_int64() % 10, 0);
    EXPECT_EQ(facts.at("drift").as_int64(), 20) << "ten writes without a task";
    EXPECT_NE(world.cli({"inspect", "drift"}).out.find("after 20 writes: drift 20"), std::string::npos);
}

TEST_F(Signals, AreNotRaisedByARequestThatIsSentAgain) {
    const json::object input{
        {"sessionID", "s"}, {"tool", "bash"}, {"args", {{"command", "make"}}}, {"metadata", {{"exit", 2}}}};
    for (int i = 0; i < 9; ++i) world.opencode_again("one", "tool.execute.after", input);
    EXPECT_EQ(open_signals(), 0U);
}

TEST_F(Signals, StayAwayFromAnOrdinaryHour) {
    tool("hivemind_session", {{"action", "start"}, {"focus", "Write the parser"}});
    constexpr std::array<std::string_view, 5> steps{"Split the text into tokens", "Build a tree of each file",
                                                    "Say what is wrong where", "Measure how long it takes",
                                                    "Describe its options"};
    for (std::size_t round = 0; round < 20; ++round) {
        const std::string n = std::to_string(round);
        if (round % 4 == 0) {
            world.opencode("chat.message", {{"sessionID", "s"}, {"text", "Now the next part, please."}});
            tool("hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", steps.at(round / 4)}});
        }
        pack();
        for (int i = 0; i < 4; ++i) call("read", {{"filePath", "f" + n + std::to_string(i)}});
        call("write", {{"filePath", "src/" + n + ".ts"}, {"content", "stuck retry loop error"}});
        call("bash", {{"command", "npm test"}, {"description", "Run the tests of part " + n}}, round % 3 == 0 ? 1 : 0);
        call("edit", {{"filePath", "src/" + n + ".ts"}});
        call("bash", {{"command", "npm test"}, {"description", "Run them again"}});
        event("session.idle");
    }
    const json::array all = world.cli_json({"signal", "list"}).as_array();
    EXPECT_EQ(all.size(), 0U) << (all.empty() ? "" : std::string(all[0].at("kind").as_string()));
}

// What is only counted up is no new step.
TEST_F(Signals, NameStepsThatDifferInANumberOnly) {
    for (int i = 1; i <= 4; ++i) {
        tool("hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", "Part " + std::to_string(i)}});
    }
    call("read", {{"filePath", "a.ts"}});
    const json::array all = world.cli_json({"signal", "list"}).as_array();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].at("kind"), "same_section_again");
}

TEST_F(Signals, AreCountedWithWhatWasSpooled) {
    // Counting is part of the record, so what waited in the spool is counted when it is taken in.
    fail_thrice();
    const json::array sessions = world.cli_json({"session", "list"}).as_array();
    const json::object& counters = sessions[0].at("counters").as_object();
    EXPECT_EQ(counters.at("total_tool_calls"), 3);
    EXPECT_EQ(counters.at("consecutive_failures"), 3);
    EXPECT_EQ(counters.at("tools_used").at("bash"), 3);
}

class Compactions : public Signals {
protected:
    // What goes to the summariser: added to the client's own prompt, or, once there is a report, as the prompt.
    std::string summary_words() {
        const json::object reply = world.opencode("session.compacting", {{"sessionID", "s"}});
        if (reply.contains("set")) return std::string(reply.at("set").at("prompt").as_string());
        return std::string(reply.at("push").at("context").as_array().at(0).as_string());
    }
};

TEST_F(Compactions, KeepWhatMustSurviveAndAskForPurification) {
    tool("hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    tool("hivemind_session", {{"action", "update"}, {"level", "action"}, {"content", "Write the test"}});
    tool("hivemind_anchor",
         {{"action", "save"}, {"key", "port"}, {"value", "It listens on 4096."}, {"priority", "critical"}});
    tool("hivemind_memory",
         {{"action", "flag_false_path"}, {"content", "Patching the form"}, {"reason", "No header."}});
    call("write", {{"filePath", "src/a.ts"}});
    const json::object reply = world.opencode("session.compacting", {{"sessionID", "s"}});
    const std::string block(reply.at("push").at("context").as_array().at(0).as_string());
    for (const char* part : {"It listens on 4096.", "Renew tokens", "Write the test", "Patching the form", "checkpoint",
                             "Rules that stay in force"}) {
        EXPECT_NE(block.find(part), std::string::npos) << part << "\n" << block;
    }
    event("session.compacted");
    world.clock().advance(seconds(5));
    world.opencode("chat.message", {{"sessionID", "s"}, {"text", "Go on, please."}});
    EXPECT_NE(pack().find("This session was just compacted"), std::string::npos);
    const json::object session = world.cli_json({"session", "list"}).as_array()[0].as_object();
    EXPECT_EQ(session.at("compaction_count"), 1);
    EXPECT_NE(std::string(session.at("next_compaction_report").as_string()).find("Renew tokens"), std::string::npos);
    call("read", {{"filePath", "src/a.ts"}});
    EXPECT_EQ(pack().find("This session was just compacted"), std::string::npos) << "said once";
    // The report that a subagent brought is used the next time.
    tool("hivemind_session", {{"action", "report"}, {"content", "Keep the grant table."}});
    const json::object again = world.opencode("session.compacting", {{"sessionID", "s"}});
    ASSERT_TRUE(again.contains("set")) << "the report is the prompt from the second compaction on: " << to_text(again);
    const std::string second(again.at("set").at("prompt").as_string());
    EXPECT_NE(second.find("Keep the grant table."), std::string::npos);
    EXPECT_NE(second.find("It listens on 4096."), std::string::npos) << "with what must survive: " << second;
    EXPECT_EQ(second.find("<hivemind_state"), second.rfind("<hivemind_state")) << "no state is fed back";
}

TEST_F(Compactions, TakeInThePlanAndTheReportOfTheSubagentThatPurifies) {
    event("session.compacted");
    const json::object session = world.cli_json({"session", "list"}).as_array()[0].as_object();
    const std::string stamp(session.at("stamp").as_string());
    EXPECT_NE(pack().find(".hivemind/sessions/" + stamp + ".md"), std::string::npos);
    world.opencode("event", {{"type", "session.created"},
                             {"properties", {{"info", {{"id", "child"}, {"parentID", "s"}, {"title", "Purify"}}}}}});
    const json::object reply =
        world.opencode("tool", {{"sessionID", "child"},
                                {"parentID", "s"},
                                {"tool", "hivemind_session"},
                                {"args",
                                 {{"action", "report"},
                                  {"content", "Keep the grant table."},
                                  {"plan", "Renew tokens; tactic: sliding expiry; next: write the test."}}}});
    EXPECT_NE(to_text(reply).find(stamp), std::string::npos) << "its parent's session is meant: " << to_text(reply);
    EXPECT_NE(pack().find("tactic: sliding expiry"), std::string::npos);
    std::ifstream in(world.directory() / ".hivemind/sessions" / (stamp + ".md"));
    const std::string file((std::istreambuf_iterator<char>(in)), {});
    const std::size_t log = file.find("## Log");
    EXPECT_NE(file.find("tactic: sliding expiry", log), std::string::npos) << file;
    const json::object again = world.opencode("session.compacting", {{"sessionID", "s"}});
    EXPECT_NE(to_text(again).find("Keep the grant table."), std::string::npos);
    event("session.compacted");
    EXPECT_EQ(pack().find("tactic: sliding expiry"), std::string::npos) << "a plan lasts until the next compaction";
}

TEST_F(Compactions, OfAnAnchorfulProjectStayWithinTheirSize) {
    for (int i = 0; i < 40; ++i) {
        tool("hivemind_memory", {{"action", "save"}, {"content", std::string(3000, 'x') + std::to_string(i)}});
        world.cli({"task", "create", "Task number " + std::to_string(i) + " " + std::string(150, 'y')});
    }
    const json::object reply = world.opencode("session.compacting", {{"sessionID", "s"}});
    EXPECT_LE(reply.at("push").at("context").as_array().at(0).as_string().size(), 8000U);
}

TEST_F(Compactions, LeaveTheAnswersOfATurnAsFilesAndMakeOneEntryOfFour) {
    std::ofstream(world.directory() / "real.ts") << "x";
    for (int i = 1; i <= 4; ++i) {
        event("session.idle",
              {{"messages", json::array{json::array{"user", "go on"},
                                        json::array{"assistant", "The token is renewed in real.ts, step " +
                                                                     std::to_string(i) + ". See gone.ts too."}}}});
    }
    const json::array files = world.cli_json({"cycle", "list"}).as_array();
    ASSERT_EQ(files.size(), 4U);
    std::ifstream in(world.directory() / ".hivemind/sessions/exports" / std::string(files[0].as_string()));
    std::string text((std::istreambuf_iterator<char>(in)), {});
    const json::object exported = parse_json(text)->as_object();
    EXPECT_EQ(exported.at("files").as_array().at(0), "real.ts");
    EXPECT_EQ(exported.at("validation").at("is_complete"), false);
    EXPECT_NE(to_text(exported.at("validation")).find("gone.ts"), std::string::npos);
    const json::array knowledge = world.cli_json({"knowledge", "list"}).as_array();
    ASSERT_EQ(knowledge.size(), 1U);
    EXPECT_EQ(knowledge[0].at("source"), "synthesis");
    EXPECT_EQ(knowledge[0].at("evidence").as_array().size(), 4U);
    EXPECT_NE(std::string(knowledge[0].at("content").as_string()).find("step 3"), std::string::npos);
    const auto id = Id::parse(knowledge[0].at("id").as_string());
    ASSERT_TRUE(id);
    const std::string entry = "<entry id=\"" + short_id(*id) + "\"";
    const auto shows_to = [&](std::string_view session) {
        const json::object pack = world.opencode(
            "messages.transform", {{"sessionID", session}, {"prompt", "How is the token renewed in real.ts?"}});
        return text_member(pack, "inject").find(entry) != std::string_view::npos;
    };
    EXPECT_FALSE(shows_to("s")) << "it said so itself";
    EXPECT_TRUE(shows_to("another"));
    ASSERT_EQ(world.cli({"cycle", "prune", "--keep", "1"}).exit_code, 0);
    EXPECT_EQ(world.cli_json({"cycle", "list"}).as_array().size(), 1U);
}

TEST_F(Compactions, AreMeasuredAndAfterTwoUselessOnesOnlyTheEssentialsAreAdded) {
    tool("hivemind_anchor",
         {{"action", "save"}, {"key", "port"}, {"value", "It listens on 4096."}, {"priority", "critical"}});
    tool("hivemind_memory",
         {{"action", "flag_false_path"}, {"content", "Patching the form"}, {"reason", "No header."}});
    const auto use = [&](std::int64_t tokens) {
        event("message.updated", {{"contextWindow", 200'000}, {"info", {{"tokens", {{"input", tokens}}}}}});
    };
    for (int i = 0; i < 2; ++i) {
        use(100'000);
        EXPECT_NE(summary_words().find("Patching the form"), std::string::npos);
        event("session.compacted");
        use(95'000);
    }
    EXPECT_NE(world.cli({"status"}).out.find("freed too little, the last one 5 %"), std::string::npos);
    EXPECT_EQ(summary_words().find("Patching the form"), std::string::npos);
    EXPECT_EQ(summary_words().find("<report>"), std::string::npos) << "nor the report";
    EXPECT_NE(summary_words().find("It listens on 4096."), std::string::npos);
    event("session.compacted");
    use(20'000);
    EXPECT_EQ(open_signals(), 0U);
    EXPECT_NE(summary_words().find("Patching the form"), std::string::npos);
}

class Swarms : public Signals {};

TEST_F(Swarms, AreSpawnedCollectedAndCapped) {
    tool("govern_task", {{"action", "start"}, {"name", "Compare queues"}});
    const std::string made = tool("hivemind_swarm", {{"action", "spawn"}, {"prompt", "Which queue is fastest?"}});
    EXPECT_NE(made.find("Spawned"), std::string::npos) << made;
    const json::object swarm = world.cli_json({"swarm", "list"}).as_array()[0].as_object();
    const std::string id(swarm.at("id").as_string());
    EXPECT_TRUE(swarm.contains("task_id"));
    tool("hivemind_swarm",
         {{"action", "collect"}, {"id", id}, {"findings", {"Ring buffers are."}}, {"summary", "Ring."}});
    const json::object after = world.cli_json({"swarm", "list"}).as_array()[0].as_object();
    EXPECT_EQ(after.at("state"), "completed");
    ASSERT_EQ(after.at("findings").as_array().size(), 1U);
    const json::array memories = world.cli_json({"memory", "list"}).as_array();
    ASSERT_EQ(memories.size(), 1U);
    EXPECT_EQ(memories[0].at("origin_task_id"), swarm.at("task_id"));
    for (int i = 0; i < 4; ++i) tool("hivemind_swarm", {{"action", "spawn"}, {"prompt", "Q" + std::to_string(i)}});
    EXPECT_NE(tool("hivemind_swarm", {{"action", "spawn"}, {"prompt", "One too many"}}).find("cannot be spawned now"),
              std::string::npos);
    // Those that were not heard of before their deadline are closed, and make room.
    world.clock().advance(hours(1));
    EXPECT_NE(tool("hivemind_swarm", {{"action", "spawn"}, {"prompt", "Now there is room"}}).find("Spawned"),
              std::string::npos);
    EXPECT_EQ(world.cli_json({"swarm", "list", "--status", "failed"}).as_array().size(), 4U);
}

TEST_F(Swarms, HoldTheClientsOwnSubagentsToo) {
    tool("govern_task", {{"action", "start"}, {"name", "Parent"}});
    world.opencode("event",
                   {{"type", "session.created"},
                    {"properties", {{"info", {{"id", "child"}, {"parentID", "s"}, {"title", "Look it up"}}}}}});
    json::object swarm = world.cli_json({"swarm", "list"}).as_array()[0].as_object();
    EXPECT_EQ(swarm.at("state"), "running");
    EXPECT_EQ(swarm.at("prompt"), "Look it up");
    world.opencode("tool", {{"sessionID", "child"},
                            {"parentID", "s"},
                            {"tool", "hivemind_memory"},
                            {"args", {{"action", "save"}, {"content", "It is in b.ts."}}}});
    world.opencode("event", {{"type", "session.idle"}, {"properties", {{"sessionID", "child"}}}});
    swarm = world.cli_json({"swarm", "list"}).as_array()[0].as_object();
    EXPECT_EQ(swarm.at("state"), "completed");
    EXPECT_EQ(swarm.at("findings").as_array().size(), 1U);
    EXPECT_EQ(world.cli_json({"swarm", "list"}).as_array().size(), 1U);
}

class Splits : public Signals {};

TEST_F(Splits, AreAskedForAtTheRealTokensOfTheWindow) {
    const auto use = [&](std::int64_t tokens) {
        event("message.updated", {{"contextWindow", 200'000}, {"info", {{"tokens", {{"input", tokens}}}}}});
    };
    use(159'000);
    EXPECT_EQ(open_signals(), 0U);
    use(161'000);
    EXPECT_NE(pack().find("The context is 80 % full."), std::string::npos);
    ASSERT_EQ(world.cli({"session", "split"}).exit_code, 0);
    use(162'000);
    EXPECT_EQ(open_signals(), 0U) << "it is asked for once";
}

TEST_F(Splits, WriteWhatTheFreshSessionOpensWith) {
    tool("hivemind_session", {{"action", "start"}, {"focus", "Renew tokens"}});
    tool("hivemind_anchor",
         {{"action", "save"}, {"key", "port"}, {"value", "It listens on 4096."}, {"priority", "critical"}});
    const json::object receipt = world
                                     .cli_json({"session", "split", "--messages", "user: please go on", "--messages",
                                                "assistant: I was at a.ts"})
                                     .as_object();
    const std::filesystem::path file = world.directory() / std::string(receipt.at("file").as_string());
    EXPECT_NE(file.string().find("sessions/archive/splits/"), std::string::npos);
    std::ifstream in(file);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    for (const char* part : {"It listens on 4096.", "please go on", "I was at a.ts", "<hivemind_state"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
}

TEST_F(Splits, AtTurnFiftyRememberTurnFortyNine) {
    std::vector<std::string> arguments{"session", "split"};
    for (int turn = 1; turn <= 49; ++turn) {
        world.opencode("chat.message", {{"sessionID", "s"}, {"text", "Question " + std::to_string(turn)}});
        if (turn < 42) continue;
        arguments.insert(arguments.end(), {"--messages", "user: Question " + std::to_string(turn)});
    }
    const json::object receipt = world.cli_json(arguments).as_object();
    std::ifstream in(world.directory() / std::string(receipt.at("file").as_string()));
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    EXPECT_NE(text.find("<recent_dialogue>"), std::string::npos) << text;
    for (int turn = 44; turn <= 49; ++turn)
        EXPECT_NE(text.find(">Question " + std::to_string(turn) + "<"), std::string::npos) << turn << "\n" << text;
    EXPECT_EQ(text.find(">Question 43<"), std::string::npos) << "the last six are carried";
}

}  // namespace
}  // namespace hm::testing
