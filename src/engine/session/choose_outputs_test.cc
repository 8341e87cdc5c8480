#include "engine/session/context.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

PruneFacts conversation(std::size_t ended, std::size_t at_hand, std::int64_t characters) {
    PruneFacts facts{.turns_since_last = turns_between_batches};
    for (std::size_t i = 0; i < ended; ++i) {
        facts.outputs.push_back({"ended_" + std::to_string(i), characters, OutputWork::ended});
    }
    for (std::size_t i = 0; i < at_hand; ++i) {
        facts.outputs.push_back({"now_" + std::to_string(i), characters, OutputWork::at_hand});
    }
    return facts;
}

TEST(ChooseOutputs, TakesTheOutputsOfFinishedWorkAndNeverThoseAtHand) {
    const auto batch = choose_outputs(conversation(10, 30, 2'000));
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->call_ids.size(), 10U);
    EXPECT_EQ(batch->characters_saved, 20'000);
    EXPECT_EQ(batch->prefix_lost, 80'000);
    for (const std::string& id : batch->call_ids) EXPECT_TRUE(id.starts_with("ended_")) << id;
}

TEST(ChooseOutputs, KeepsTheNewestWhateverTheyBelongTo) {
    const auto batch = choose_outputs(conversation(20, 0, 2'000));
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->call_ids.size(), 20 - newest_outputs_kept);
    EXPECT_EQ(batch->call_ids.back(), "ended_13");
}

TEST(ChooseOutputs, TakesWhatWasLookedAtAgainEvenOfTheWorkAtHand) {
    PruneFacts facts = conversation(0, 20, 2'000);
    for (std::size_t i = 0; i < 8; ++i) facts.outputs[i].work = OutputWork::repeated;
    const auto batch = choose_outputs(facts);
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->call_ids.size(), 8U);
    EXPECT_EQ(batch->call_ids.back(), "now_7");
}

TEST(ChooseOutputs, WaitsBetweenBatchesAndForACompaction) {
    PruneFacts facts = conversation(20, 10, 2'000);
    facts.turns_since_last = turns_between_batches - 1;
    EXPECT_FALSE(choose_outputs(facts));
    facts.turns_since_last = turns_between_batches;
    facts.is_compaction_pending = true;
    EXPECT_FALSE(choose_outputs(facts));
}

TEST(ChooseOutputs, LeavesWhatDoesNotPay) {
    EXPECT_FALSE(choose_outputs(conversation(3, 10, 2'000))) << "too little saved";
    EXPECT_FALSE(choose_outputs(conversation(100, 10, 500))) << "small outputs stay";
    EXPECT_FALSE(choose_outputs(conversation(5, 100, 2'000))) << "the price is the whole conversation behind";
}

TEST(ChooseOutputs, TakesNothingTwice) {
    PruneFacts facts = conversation(20, 10, 2'000);
    const auto first = choose_outputs(facts);
    ASSERT_TRUE(first);
    for (std::size_t i = 0; i < first->call_ids.size(); ++i) facts.outputs[i].is_left_out = true;
    EXPECT_FALSE(choose_outputs(facts));
}

TEST(ChooseOutputs, TakesOutputsOfNoTaskOnlyFarBack) {
    PruneFacts facts{.turns_since_last = turns_between_batches};
    for (int i = 0; i < 60; ++i) facts.outputs.push_back({"c" + std::to_string(i), 1'000, OutputWork::other});
    const auto batch = choose_outputs(facts);
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->call_ids.size(), 60 - untied_outputs_kept);
    EXPECT_EQ(batch->call_ids.front(), "c0");
}

}  // namespace
}  // namespace hm
