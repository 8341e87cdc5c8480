// Which outputs are left out of a conversation as it grows, asked as OpenCode's plugin asks.
#include "app/hooks/prune_outputs.h"

#include <gtest/gtest.h>

#include "engine/session/context.h"
#include "support/world.h"

namespace hm::testing {
namespace {

constexpr std::int64_t characters = 3'000;

class PruneOutputs : public ::testing::Test {
protected:
    PruneOutputs() { world_.cli({"init", "--mode", "strict"}); }

    json::object with_session(json::object more) {
        more["sessionID"] = "s";
        return more;
    }
    void govern(json::object arguments) {
        const auto said = world_.opencode("tool", with_session({{"tool", "govern_task"}, {"args", arguments}}));
        ASSERT_FALSE(said.contains("failed")) << to_text(said);
    }
    // A call whose output stays in the conversation.
    void write() {
        const std::string call = fmt::format("call_{}", calls_.size());
        const json::object use = with_session(
            {{"tool", "write"}, {"callID", call}, {"args", {{"filePath", call + ".txt"}, {"content", "x"}}}});
        world_.opencode("tool.execute.before", use);
        world_.opencode("tool.execute.after", use);
        calls_.push_back(json::array{call, characters});
    }
    // A task with so many calls, to its end.
    void finish_work(int calls) {
        govern({{"action", "start"}, {"name", fmt::format("Work {}", ++works_)}});
        for (int i = 0; i < calls; ++i) write();
        govern({{"action", "complete"}});
    }
    void read(const std::string& file) {
        const std::string call = fmt::format("call_{}", calls_.size());
        const json::object use = with_session(
            {{"tool", "read"}, {"callID", call}, {"args", {{"filePath", file}}}, {"output", "What it says."}});
        world_.opencode("tool.execute.before", use);
        world_.opencode("tool.execute.after", use);
        calls_.push_back(json::array{call, characters});
    }
    void prompt() { world_.opencode("chat.message", with_session({{"text", "Go on"}})); }
    std::size_t left_out(World& world) {
        const json::object reply = world.opencode("messages.transform", with_session({{"outputs", calls_}}));
        const json::value* calls = reply.if_contains("left_out");
        return calls == nullptr ? 0 : calls->as_array().size();
    }
    std::size_t left_out() { return left_out(world_); }
    std::size_t left_out_after_turns(std::int64_t turns) {
        std::size_t now = 0;
        for (std::int64_t i = 0; i < turns; ++i) {
            prompt();
            now = left_out();
        }
        return now;
    }
    json::array batches() { return world_.cli_json({"log", "--kind", "prune"}).as_array(); }

    World world_;
    json::array calls_;
    int works_ = 0;
};

TEST_F(PruneOutputs, ComeInBatchesAtMostOnceInTwentyTurnsHoweverManyRequestsATurnHas) {
    finish_work(12);
    for (std::int64_t turn = 1; turn < turns_between_batches; ++turn) {
        prompt();
        for (int request = 0; request < 4; ++request) EXPECT_EQ(left_out(), 0U) << turn;
    }
    EXPECT_EQ(left_out_after_turns(1), 12U - newest_outputs_kept);
    finish_work(12);
    for (std::int64_t turn = 1; turn < turns_between_batches; ++turn) {
        prompt();
        for (int request = 0; request < 4; ++request) EXPECT_EQ(left_out(), 6U) << turn;
    }
    EXPECT_EQ(left_out_after_turns(1), 18U);
    ASSERT_EQ(batches().size(), 2U);
    for (const json::value& batch : batches()) {
        const json::object& facts = batch.at("facts").as_object();
        const auto count = static_cast<std::int64_t>(facts.at("calls").as_array().size());
        EXPECT_EQ(facts.at("characters_saved").as_int64(), count * characters);
        EXPECT_GE(facts.at("prefix_lost").as_int64(), count * characters);
    }
}

TEST_F(PruneOutputs, TakeWhatWasReadAgainAndKeepTheNewestOfIt) {
    govern({{"action", "start"}, {"name", "Read a lot"}});
    for (int i = 0; i < 5; ++i) read("a.ts");
    for (int i = 0; i < 5; ++i) read(fmt::format("b{}.ts", i));
    read("a.ts");
    for (int i = 0; i < 6; ++i) read(fmt::format("c{}.ts", i));
    EXPECT_EQ(left_out_after_turns(turns_between_batches), 5U) << "all but the last look at a.ts, though at hand";
}

TEST_F(PruneOutputs, ComeInATurnWithoutEndToo) {
    finish_work(12);
    prompt();
    std::size_t now = 0;
    for (int request = 0; request < 10 * turns_between_batches && now == 0; ++request) now = left_out();
    EXPECT_EQ(now, 12U - newest_outputs_kept);
    EXPECT_EQ(batches().size(), 1U);
}

TEST_F(PruneOutputs, WaitWhileTheContextIsAboutToBeSummarised) {
    finish_work(12);
    const auto tell = [&](std::int64_t tokens) {
        const json::object info{{"id", "m"}, {"tokens", {{"input", tokens}}}};
        world_.opencode("event",
                        with_session({{"type", "message.updated"},
                                      {"properties", {{"sessionID", "s"}, {"info", info}, {"contextWindow", 1000}}}}));
    };
    tell(900);
    EXPECT_EQ(left_out_after_turns(turns_between_batches + 6), 0U);
    tell(200);
    EXPECT_EQ(left_out_after_turns(6), 12U - newest_outputs_kept);
}

}  // namespace
}  // namespace hm::testing
