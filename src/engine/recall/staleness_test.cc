#include "engine/recall/staleness.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

const Id task_id = Id::trusted("0193a1b2-0000-7000-8000-000000000001");

StalenessFacts at(Duration passed, std::set<Id> active = {}) {
    return staleness_facts(Settings{}, Time{0} + passed, std::move(active));
}

Memory observed_at_zero() {
    Memory memory;
    memory.stale_at = stale_at_for(memory, Settings{}.memory_fresh_for);
    return memory;
}

TEST(Staleness, OfAMemoryBeginsAtItsDate) {
    const Memory memory = observed_at_zero();
    EXPECT_FALSE(is_stale(memory, at(hours(71))));
    EXPECT_TRUE(is_stale(memory, at(hours(72))));
}

TEST(Staleness, IsUnknownToVerifiedMemoriesAndFalsePaths) {
    Memory verified;
    verified.standing = Standing::verified;
    verified.stale_at = stale_at_for(verified, hours(72));
    Memory false_path;
    false_path.kind = MemoryKind::false_path;
    false_path.stale_at = stale_at_for(false_path, hours(72));
    EXPECT_FALSE(is_stale(verified, at(hours(10'000))));
    EXPECT_FALSE(is_stale(false_path, at(hours(10'000))));
}

TEST(Staleness, SparesWhatAnActiveTaskIsLinkedTo) {
    Memory memory = observed_at_zero();
    memory.origin_task_id = task_id;
    Anchor anchor;
    anchor.source.task_id = task_id;
    Knowledge knowledge;
    knowledge.related_to = {task_id};
    EXPECT_FALSE(is_stale(memory, at(hours(1000), {task_id})));
    EXPECT_FALSE(is_stale(anchor, at(hours(1000), {task_id})));
    EXPECT_FALSE(is_stale(knowledge, at(hours(1000), {task_id})));
    EXPECT_TRUE(is_stale(memory, at(hours(1000))));
    EXPECT_TRUE(is_stale(anchor, at(hours(1000))));
    EXPECT_TRUE(is_stale(knowledge, at(hours(1000))));
}

TEST(Staleness, OfAnAnchorBeginsTwoDaysAfterItWasLastConfirmedOrChanged) {
    Anchor anchor;
    EXPECT_FALSE(is_stale(anchor, at(hours(48))));
    EXPECT_TRUE(is_stale(anchor, at(hours(49))));
    anchor.validated_at = Time{0} + hours(40);
    EXPECT_FALSE(is_stale(anchor, at(hours(49))));
    EXPECT_EQ(unconfirmed_for(anchor, Time{0} + hours(49)), hours(9));
}

TEST(Staleness, AnAnchorFadesWhenItsSourceChangesAndNotByItsAge) {
    Anchor anchor;
    EXPECT_FALSE(has_faded(anchor, at(hours(100'000))));
    anchor.stale_since = Time{0} + hours(1);
    EXPECT_TRUE(has_faded(anchor, at(hours(2))));
    anchor.priority = AnchorPriority::critical;
    EXPECT_FALSE(has_faded(anchor, at(hours(2))));
}

TEST(Staleness, NeverComesToCriticalAnchors) {
    Anchor anchor;
    anchor.priority = AnchorPriority::critical;
    EXPECT_FALSE(is_stale(anchor, at(hours(100'000))));
}

TEST(Staleness, LeavesOutWhatIsOutOfUse) {
    Memory memory = observed_at_zero();
    memory.archived_at = Time{1};
    Memory rejected = observed_at_zero();
    rejected.standing = Standing::rejected;
    Anchor anchor;
    anchor.archived_at = Time{1};
    Knowledge knowledge;
    knowledge.archived_at = Time{1};
    EXPECT_FALSE(is_stale(memory, at(hours(1000))));
    EXPECT_FALSE(is_stale(rejected, at(hours(1000))));
    EXPECT_FALSE(is_stale(anchor, at(hours(1000))));
    EXPECT_FALSE(is_stale(knowledge, at(hours(1000))));
}

TEST(Staleness, OfKnowledgeFollowsItsOwnLimit) {
    Knowledge knowledge;
    knowledge.stale_after = hours(5);
    EXPECT_FALSE(is_stale(knowledge, at(hours(5))));
    EXPECT_TRUE(is_stale(knowledge, at(hours(6))));
}

TEST(Staleness, OfASessionIsItsSilenceUnlessItHoldsATask) {
    Session session;
    EXPECT_FALSE(is_stale(session, Time{0}, 0, at(hours(48))));
    EXPECT_TRUE(is_stale(session, Time{0}, 0, at(hours(49))));
    EXPECT_FALSE(is_stale(session, Time{0}, 1, at(hours(49))));
    session.status = SessionStatus::closed;
    EXPECT_FALSE(is_stale(session, Time{0}, 0, at(hours(49))));
}

TEST(Staleness, EndsWhenSomebodyConfirms) {
    Memory memory = observed_at_zero();
    confirm(memory, hours(72), Time{0} + hours(100));
    EXPECT_EQ(memory.stale_at, Time{0} + hours(172));
    EXPECT_EQ(memory.validated_at, Time{0} + hours(100));
    Anchor anchor;
    anchor.stale_since = Time{5};
    confirm(anchor, Time{0} + hours(100));
    EXPECT_FALSE(anchor.stale_since);
    Knowledge knowledge;
    EXPECT_EQ(confidence_at(knowledge, Time{0} + hours(24 * 15)), 80);
    confirm(knowledge, Time{0} + hours(24 * 15));
    EXPECT_EQ(confidence_at(knowledge, Time{0} + hours(24 * 15)), 100);
    EXPECT_FALSE(is_stale(memory, at(hours(101))));
    EXPECT_FALSE(is_stale(anchor, at(hours(101))));
}

TEST(Staleness, DoesNotBeginForAMemoryThatDoesNotAge) {
    Memory verified;
    confirm(verified, hours(72), Time{5});
    EXPECT_FALSE(verified.stale_at);
}

}  // namespace
}  // namespace hm
