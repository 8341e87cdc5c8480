// For every noun with a lifecycle and every pair of its statuses: a record moves where its table says, and nowhere
// else.
#include "domain/lifecycles.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hm {
namespace {

template <class Record>
using StatusOf = std::remove_cvref_t<decltype(std::declval<Record>().*LifecycleOf<Record>::member)>;

template <class Record>
bool is_in_table(StatusOf<Record> from, StatusOf<Record> to) {
    for (const auto& row : LifecycleOf<Record>::table) {
        if (row.from == from && row.to == to) return true;
    }
    return false;
}

template <class Record>
class Lifecycle : public ::testing::Test {};

using Nouns = ::testing::Types<Plan, Phase, Task, Decision, Artifact, Memory, Session, Delegation, Swarm>;
TYPED_TEST_SUITE(Lifecycle, Nouns);

TYPED_TEST(Lifecycle, MovesExactlyWhereItsTableSays) {
    using Status = StatusOf<TypeParam>;
    for (const std::string_view from : enum_names<Status>) {
        for (const std::string_view to : enum_names<Status>) {
            TypeParam record;
            record.*LifecycleOf<TypeParam>::member = *enum_named<Status>(from);
            const bool may_move = is_in_table<TypeParam>(*enum_named<Status>(from), *enum_named<Status>(to));
            const auto moved = move_to(record, *enum_named<Status>(to), Time{5});
            EXPECT_EQ(moved.has_value(), may_move) << from << " to " << to;
            EXPECT_EQ(name_of(record.*LifecycleOf<TypeParam>::member), may_move ? to : from);
            if (may_move) continue;
            EXPECT_EQ(moved.error().code, ErrorCode::conflict);
            EXPECT_FALSE(moved.error().remedy.empty());
            EXPECT_FALSE(moved.error().evidence.empty());
        }
    }
}

TYPED_TEST(Lifecycle, BeginsExactlyWhereItsTableSays) {
    using Status = StatusOf<TypeParam>;
    for (const std::string_view name : enum_names<Status>) {
        TypeParam record;
        record.*LifecycleOf<TypeParam>::member = *enum_named<Status>(name);
        const auto& first = LifecycleOf<TypeParam>::first;
        const bool may_begin = std::find(first.begin(), first.end(), *enum_named<Status>(name)) != first.end();
        EXPECT_EQ(check_first(record).has_value(), may_begin) << name;
    }
}

TYPED_TEST(Lifecycle, LeavesNoStatusThatCannotBeReached) {
    using Status = StatusOf<TypeParam>;
    for (const std::string_view name : enum_names<Status>) {
        const Status status = *enum_named<Status>(name);
        const auto& first = LifecycleOf<TypeParam>::first;
        bool is_reached = std::find(first.begin(), first.end(), status) != first.end();
        for (const auto& row : LifecycleOf<TypeParam>::table) is_reached = is_reached || row.to == status;
        EXPECT_TRUE(is_reached) << name;
    }
}

TYPED_TEST(Lifecycle, HasNoStatusBlocked) {
    for (const std::string_view name : enum_names<StatusOf<TypeParam>>) EXPECT_NE(name, "blocked");
}

}  // namespace
}  // namespace hm
