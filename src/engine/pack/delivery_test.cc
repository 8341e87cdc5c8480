#include "engine/pack/delivery.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

using Names = std::vector<std::string>;

const std::vector<SectionPrint> sections{{"critical_anchors", "a1"}, {"active_tasks", "t1"}, {"relevant_mems", "m1"}};

TEST(Delivery, SendsTheWholePackEveryTimeWhereTheClientForgetsIt) {
    const Delivery first = plan_delivery(ContextKind::ephemeral, Occasion::prompt, std::nullopt, sections);
    EXPECT_EQ(first.kind, DeliveryKind::full);
    const Delivery again = plan_delivery(ContextKind::ephemeral, Occasion::prompt, first.seen, sections);
    EXPECT_EQ(again.kind, DeliveryKind::full);
    EXPECT_EQ(again.sections, (Names{"critical_anchors", "active_tasks", "relevant_mems"}));
}

TEST(Delivery, SendsOnlyWhatChangedWhereTheClientKeepsIt) {
    const Delivery first = plan_delivery(ContextKind::accumulating, Occasion::startup, std::nullopt, sections);
    EXPECT_EQ(first.kind, DeliveryKind::full);
    EXPECT_EQ(plan_delivery(ContextKind::accumulating, Occasion::prompt, first.seen, sections).kind,
              DeliveryKind::nothing);

    auto changed = sections;
    changed[2].hash = "m2";
    const Delivery delta = plan_delivery(ContextKind::accumulating, Occasion::prompt, first.seen, changed);
    EXPECT_EQ(delta.kind, DeliveryKind::delta);
    EXPECT_EQ(delta.sections, Names{"relevant_mems"});
    EXPECT_TRUE(delta.gone.empty());
    EXPECT_EQ(plan_delivery(ContextKind::accumulating, Occasion::prompt, delta.seen, changed).kind,
              DeliveryKind::nothing);
}

TEST(Delivery, TellsWhatIsGone) {
    const Delivery first = plan_delivery(ContextKind::accumulating, Occasion::startup, std::nullopt, sections);
    const std::vector<SectionPrint> less{sections[0], sections[2]};
    const Delivery delta = plan_delivery(ContextKind::accumulating, Occasion::prompt, first.seen, less);
    EXPECT_EQ(delta.kind, DeliveryKind::delta);
    EXPECT_EQ(delta.gone, Names{"active_tasks"});
    EXPECT_EQ(plan_delivery(ContextKind::accumulating, Occasion::prompt, delta.seen, less).kind, DeliveryKind::nothing);
}

TEST(Delivery, BeginsAnewWheneverTheContextDoes) {
    const SeenSections seen = plan_delivery(ContextKind::accumulating, Occasion::startup, std::nullopt, sections).seen;
    for (const Occasion occasion : {Occasion::startup, Occasion::resume, Occasion::clear, Occasion::fork,
                                    Occasion::compaction, Occasion::subagent_start}) {
        EXPECT_EQ(plan_delivery(ContextKind::accumulating, occasion, seen, sections).kind, DeliveryKind::full)
            << name_of(occasion);
    }
}

TEST(Delivery, SendsTheWholePackInDoubt) {
    EXPECT_EQ(plan_delivery(ContextKind::accumulating, Occasion::prompt, std::nullopt, sections).kind,
              DeliveryKind::full);
}

}  // namespace
}  // namespace hm
