// Stories of agents that went wrong, played back event by event: the right signal comes within the stated number of
// events, and a session that only looks like trouble raises none. The stories were told of other tools.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "support/world.h"

namespace hm::testing {
namespace {

class FailureStories : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(world_.cli({"init"}).exit_code, 0); }

    void call(std::string_view name, json::object args, std::int64_t exit_code = 0, std::string_view output = "") {
        world_.clock().advance(seconds(5));
        world_.opencode("tool.execute.after", {{"sessionID", "s"},
                                               {"tool", name},
                                               {"args", std::move(args)},
                                               {"output", output},
                                               {"metadata", {{"exit", exit_code}}}});
    }
    void turn(std::string_view text) {
        world_.clock().advance(minutes(1));
        world_.opencode("chat.message", {{"sessionID", "s"}, {"text", text}});
    }
    void event(std::string_view type, json::object more = {}) {
        more["sessionID"] = "s";
        world_.opencode("event", {{"type", type}, {"properties", std::move(more)}});
    }
    void use(std::int64_t tokens) {
        event("message.updated", {{"contextWindow", 200'000}, {"info", {{"tokens", {{"input", tokens}}}}}});
    }
    std::vector<std::string> raised() {
        std::vector<std::string> kinds;
        const json::value signals = world_.cli_json({"signal", "list"});
        for (const json::value& signal : signals.as_array())
            kinds.emplace_back(text_member(signal.as_object(), "kind"));
        return kinds;
    }
    bool has(std::string_view kind) {
        const auto kinds = raised();
        return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    }
    json::object drift() { return world_.cli_json({"inspect", "drift"}).as_object(); }

    World world_;
};

TEST_F(FailureStories, HundredAndThirtyFiveTurnsWithoutATreeAndFortyThreeWrites) {
    int writes = 0;
    for (int i = 1; i <= 135; ++i) {
        turn("Go on, please.");
        if (i % 3 == 0 && writes < 43) call("write", {{"filePath", fmt::format("src/{}.ts", ++writes)}});
        if (writes == 2) {
            EXPECT_FALSE(has("write_without_task")) << "two may be a slip";
        }
        if (writes == 3 && i % 3 == 0) {
            EXPECT_TRUE(has("write_without_task"));
        }
        if (writes == 5 && i % 3 == 1) {
            EXPECT_TRUE(has("missing_tree")) << "at the turn behind the fifth write";
        }
    }
    const json::object told = drift();
    EXPECT_EQ(told.at("counters").at("write_calls").as_int64(), 43) << to_text(told);
    EXPECT_EQ(told.at("counters").at("turn_count").as_int64(), 135) << to_text(told);
    EXPECT_GE(told.at("drift_score").as_int64(), 50) << "nothing was declared in all that time: " << to_text(told);
    EXPECT_LT(told.at("auto_health_score").as_int64(), 90) << to_text(told);
}

TEST_F(FailureStories, WordsOfTroubleWhileEveryCallSucceeds) {
    world_.opencode("tool", {{"sessionID", "s"},
                             {"tool", "govern_task"},
                             {"args", {{"action", "start"}, {"name", "Handle errors of the parser"}}}});
    constexpr std::array<std::string_view, 4> steps{"Read the grammar", "Name each token", "Say where a line broke",
                                                    "Document the codes"};
    for (std::size_t i = 0; i < 135; ++i) {
        const std::string n = std::to_string(i);
        if (i % 40 == 0) {
            const json::object step{{"action", "update"}, {"level", "action"}, {"content", steps.at(i / 40)}};
            world_.opencode("tool", {{"sessionID", "s"}, {"tool", "hivemind_session"}, {"args", step}});
        }
        if (i % 4 == 3) {
            call("edit", {{"filePath", "src/errors" + n + ".ts"}});
        } else {
            call("bash", {{"command", "npm test -- case" + n}}, 0,
                 "FAIL retry loop: error, stuck, failure, TypeError\n0 failures, 0 errors, all passed");
        }
    }
    EXPECT_EQ(raised(), std::vector<std::string>{});
    EXPECT_EQ(drift().at("drift_score").as_int64(), 0);
}

TEST_F(FailureStories, CompactionThatNeverEnds) {
    // Forty-eight compactions, 128 reads, no write. Two useless ones are enough to say so; twenty reads as well.
    int reads = 0;
    for (int i = 1; i <= 48; ++i) {
        use(100'000);
        world_.opencode("session.compacting", {{"sessionID", "s"}});
        event("session.compacted");
        use(97'000);
        if (i == 1) {
            EXPECT_FALSE(has("useless_compaction")) << "one may be bad luck";
        }
        if (i == 2) {
            EXPECT_TRUE(has("useless_compaction"));
        }
        for (int each = 0; each < 3 && reads < 128; ++each) {
            call("read", {{"filePath", fmt::format("src/{}.ts", ++reads)}});
            if (reads == 19) {
                EXPECT_FALSE(has("reads_without_write"));
            }
            if (reads == 20) {
                EXPECT_TRUE(has("reads_without_write"));
            }
        }
    }
}

TEST_F(FailureStories, TheSameCallAgainAndAgain) {
    for (int i = 1; i <= 7; ++i) {
        call("bash", {{"command", "cat docs/plan.md"}});
        event("session.idle");
        if (i == 4) {
            EXPECT_FALSE(has("identical_calls"));
        }
        if (i == 5) {
            EXPECT_TRUE(has("identical_calls")) << "across turns";
        }
    }
}

// Seven closing messages in two minutes; the fifth is one too many.
TEST_F(FailureStories, TheSameClosingMessageAgainAndAgain) {
    const auto closes = [&](std::string_view words) {
        world_.clock().advance(seconds(17));
        event("session.idle", {{"messages", json::array{json::array{"assistant", words}}}});
    };
    for (int i = 1; i <= 7; ++i) {
        closes(i % 2 == 0 ? "All tasks are completed.\nNothing is left." : "All tasks are completed. Nothing is left.");
        EXPECT_EQ(has("identical_answers"), i >= 5) << i;
    }
    EXPECT_EQ(world_.cli({"session", "close"}).exit_code, 0) << "the one command that it names";
}

TEST_F(FailureStories, ShortAnswersBehindWorkAreNoCircle) {
    for (int i = 0; i < 12; ++i) {
        call("write", {{"filePath", fmt::format("src/{}.ts", i)}});
        event("session.idle", {{"messages", json::array{json::array{"assistant", "Done."}}}});
    }
    EXPECT_FALSE(has("identical_answers"));
}

TEST_F(FailureStories, APersonWhoEditsBesideTheAgentIsNoAlarm) {
    turn("Fix the login.");
    call("read", {{"filePath", "src/login.ts"}});
    std::ofstream(world_.directory() / "notes.md") << "mine";
    call("read", {{"filePath", "src/form.ts"}});
    event("session.idle");
    EXPECT_FALSE(has("gate_bypassed")) << ::testing::PrintToString(raised());
}

TEST_F(FailureStories, AProtectedFileThatChangedPastTheGate) {
    turn("Fix the login.");
    call("read", {{"filePath", "src/login.ts"}});
    std::ofstream(world_.directory() / ".env") << "KEY=1";
    call("read", {{"filePath", "src/form.ts"}});
    event("session.idle");
    EXPECT_TRUE(has("gate_bypassed")) << ::testing::PrintToString(raised());
}

}  // namespace
}  // namespace hm::testing
