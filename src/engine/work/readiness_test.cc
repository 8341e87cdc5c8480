#include "engine/work/readiness.h"

#include <gtest/gtest.h>

#include "domain/decision.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task.h"

namespace hm {
namespace {

Awaited awaited(AwaitedAs as, std::string_view status) {
    return {.as = as, .id = Id::trusted("x"), .name = "X", .status = std::string(status)};
}

// The statuses of `Status` under which an awaited thing of that sort holds nothing back.
template <NamedEnum Status>
std::vector<std::string_view> met_statuses(AwaitedAs as) {
    std::vector<std::string_view> met;
    for (const std::string_view status : enum_names<Status>) {
        if (is_met(awaited(as, status))) met.push_back(status);
    }
    return met;
}

using Names = std::vector<std::string_view>;

TEST(Readiness, ATaskWaitsUntilWhatItDependsOnIsCompleted) {
    EXPECT_EQ(met_statuses<TaskStatus>(AwaitedAs::dependency), Names{"completed"});
    EXPECT_EQ(met_statuses<TaskStatus>(AwaitedAs::temporal_gate), Names{"completed"});
}

TEST(Readiness, AnUnresolvedDecisionHoldsItsTasksBack) {
    EXPECT_EQ(met_statuses<DecisionStatus>(AwaitedAs::decision), (Names{"resolved", "superseded"}));
}

TEST(Readiness, ATaskWaitsForThePlansItsPlanBuildsOn) {
    EXPECT_EQ(met_statuses<PlanStatus>(AwaitedAs::plan_dependency), (Names{"completed", "archived"}));
}

TEST(Readiness, WhatIsOverTakesNoMoreWork) {
    EXPECT_EQ(met_statuses<PlanStatus>(AwaitedAs::plan), (Names{"draft", "active"}));
    EXPECT_EQ(met_statuses<PhaseStatus>(AwaitedAs::phase), (Names{"planned", "active"}));
    EXPECT_EQ(met_statuses<TaskStatus>(AwaitedAs::parent), (Names{"planned", "active", "review"}));
}

TEST(Readiness, AStatusThatIsNotKnownHoldsBack) {
    for (std::size_t i = 0; i < enum_names<AwaitedAs>.size(); ++i) {
        const auto as = static_cast<AwaitedAs>(i);
        if (as == AwaitedAs::decision) continue;
        EXPECT_FALSE(is_met(awaited(as, "strange"))) << name_of(as);
    }
}

TEST(Readiness, KeepsTheOrderAndNamesEveryBlocker) {
    const std::vector<Awaited> all{awaited(AwaitedAs::plan, "active"), awaited(AwaitedAs::dependency, "planned"),
                                   awaited(AwaitedAs::dependency, "completed"),
                                   awaited(AwaitedAs::decision, "unresolved")};
    const std::vector<Blocker> blockers = blockers_among(all);
    ASSERT_EQ(blockers.size(), 2U);
    EXPECT_EQ(to_words(blockers[0]), "waits for task \"X\" (planned)");
    EXPECT_EQ(to_words(blockers[1]), "needs the decision \"X\" (unresolved)");
    for (const Blocker& blocker : blockers) EXPECT_FALSE(remedy_of(blocker).empty());
}

}  // namespace
}  // namespace hm
