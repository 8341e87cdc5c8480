#include "engine/pack/delivery.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

using Names = std::vector<std::string>;

const std::vector<SectionPrint> sections{{"critical_anchors", "a1"}, {"active_tasks", "t1"}, {"relevant_mems", "m1"}};

DeliveryAsk keeps(std::optional<SeenSections> seen, Occasion occasion = Occasion::prompt) {
    return {ContextKind::accumulating, occasion, TurnMoment::prompt, std::move(seen), "tasks"};
}

DeliveryAsk forgets(std::optional<SeenSections> seen, Occasion occasion = Occasion::prompt) {
    return {ContextKind::ephemeral, occasion, TurnMoment::prompt, std::move(seen), "tasks"};
}

DeliveryAsk works_on(SeenSections seen, std::string tasks = "tasks") {
    return {ContextKind::attached, Occasion::prompt, TurnMoment::working, std::move(seen), std::move(tasks)};
}

TEST(Delivery, SendsTheWholePackEveryTimeWhereTheClientForgetsIt) {
    const Delivery first = plan_delivery(forgets(std::nullopt, Occasion::prompt), sections);
    EXPECT_EQ(first.kind, DeliveryKind::full);
    const Delivery again = plan_delivery(forgets(first.seen, Occasion::prompt), sections);
    EXPECT_EQ(again.kind, DeliveryKind::full);
    EXPECT_EQ(again.sections, (Names{"critical_anchors", "active_tasks", "relevant_mems"}));
}

TEST(Delivery, SendsOnlyWhatChangedWhereTheClientKeepsIt) {
    const Delivery first = plan_delivery(keeps(std::nullopt, Occasion::startup), sections);
    EXPECT_EQ(first.kind, DeliveryKind::full);
    EXPECT_EQ(plan_delivery(keeps(first.seen, Occasion::prompt), sections).kind, DeliveryKind::nothing);

    auto changed = sections;
    changed[2].hash = "m2";
    const Delivery delta = plan_delivery(keeps(first.seen, Occasion::prompt), changed);
    EXPECT_EQ(delta.kind, DeliveryKind::delta);
    EXPECT_EQ(delta.sections, Names{"relevant_mems"});
    EXPECT_TRUE(delta.gone.empty());
    EXPECT_EQ(plan_delivery(keeps(delta.seen, Occasion::prompt), changed).kind, DeliveryKind::nothing);
}

TEST(Delivery, TellsWhatIsGone) {
    const Delivery first = plan_delivery(keeps(std::nullopt, Occasion::startup), sections);
    const std::vector<SectionPrint> less{sections[0], sections[2]};
    const Delivery delta = plan_delivery(keeps(first.seen, Occasion::prompt), less);
    EXPECT_EQ(delta.kind, DeliveryKind::delta);
    EXPECT_EQ(delta.gone, Names{"active_tasks"});
    EXPECT_EQ(plan_delivery(keeps(delta.seen, Occasion::prompt), less).kind, DeliveryKind::nothing);
}

TEST(Delivery, BeginsAnewWheneverTheContextDoes) {
    const SeenSections seen = plan_delivery(keeps(std::nullopt, Occasion::startup), sections).seen;
    for (const Occasion occasion : {Occasion::startup, Occasion::resume, Occasion::clear, Occasion::fork,
                                    Occasion::compaction, Occasion::subagent_start}) {
        EXPECT_EQ(plan_delivery(keeps(seen, occasion), sections).kind, DeliveryKind::full) << name_of(occasion);
    }
}

TEST(Delivery, LetsNothingWaitWhileTheModelWorksButWhatCannot) {
    const SeenSections seen = plan_delivery(keeps(std::nullopt, Occasion::startup), sections).seen;
    const std::vector<SectionPrint> changed{{"critical_anchors", "a2"}, {"notes", "n1"},      {"active_tasks", "t2"},
                                            {"knowledge", "m2"},        {"governance", "g1"}, {"next_tasks", "x1"}};
    const Delivery news = plan_delivery(works_on(seen), changed);
    EXPECT_EQ(news.kind, DeliveryKind::delta);
    EXPECT_EQ(news.sections, (Names{"critical_anchors", "notes"}));
    EXPECT_EQ(plan_delivery(works_on(news.seen), changed).kind, DeliveryKind::nothing);
    const Delivery prompted = plan_delivery(keeps(news.seen), changed);
    EXPECT_EQ(prompted.sections, (Names{"active_tasks", "knowledge", "next_tasks"})) << "what waited";
}

TEST(Delivery, FollowsAnAgentThatTurnsToOtherTasks) {
    const SeenSections seen = plan_delivery(keeps(std::nullopt, Occasion::startup), sections).seen;
    const std::vector<SectionPrint> changed{
        {"critical_anchors", "a1"}, {"active_tasks", "t2"}, {"relevant_mems", "m2"}, {"next_tasks", "x1"}};
    const Delivery turned = plan_delivery(works_on(seen, "other tasks"), changed);
    EXPECT_EQ(turned.sections, (Names{"active_tasks", "relevant_mems"}));
    const std::vector<SectionPrint> once_more{{"critical_anchors", "a1"}, {"active_tasks", "t3"}};
    EXPECT_EQ(plan_delivery(works_on(turned.seen, "other tasks"), once_more).kind, DeliveryKind::nothing);
}

TEST(Delivery, SaysNothingForFiguresAloneNorOfWhatWasOnlyForTheMoment) {
    std::vector<SectionPrint> told = sections;
    told.push_back({"notes", "n1"});
    const SeenSections seen = plan_delivery(keeps(std::nullopt, Occasion::startup), told).seen;
    std::vector<SectionPrint> later = sections;
    later.push_back({"governance", "g1"});
    EXPECT_EQ(plan_delivery(keeps(seen), later).kind, DeliveryKind::nothing);
}

// What the context already holds was left out of the sections, so even all of them together are not the whole.
TEST(Delivery, SendsChangesEvenWhenEverySectionChanged) {
    const Delivery first = plan_delivery(keeps(std::nullopt, Occasion::startup), sections);
    auto changed = sections;
    for (SectionPrint& section : changed) section.hash += "'";
    const Delivery delta = plan_delivery(keeps(first.seen, Occasion::prompt), changed);
    EXPECT_EQ(delta.kind, DeliveryKind::delta);
    EXPECT_EQ(delta.sections, (Names{"critical_anchors", "active_tasks", "relevant_mems"}));
}

TEST(Delivery, SendsTheWholePackInDoubt) {
    EXPECT_EQ(plan_delivery(keeps(std::nullopt, Occasion::prompt), sections).kind, DeliveryKind::full);
}

}  // namespace
}  // namespace hm
