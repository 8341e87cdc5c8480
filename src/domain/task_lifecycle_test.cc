#include "domain/task.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

Task a_task(TaskStatus status) {
    Task task;
    task.id = Id::trusted("0193a1b2-0000-7000-8000-000000000001");
    task.status = status;
    task.file_locks = {*FilePath::make("a.ts")};
    return task;
}

TEST(TaskLifecycle, MakesNoChangeThatTheTableLacks) {
    for (const std::string_view from : enum_names<TaskStatus>) {
        for (const std::string_view to : enum_names<TaskStatus>) {
            const TaskStatus before = *enum_named<TaskStatus>(from);
            const TaskStatus after = *enum_named<TaskStatus>(to);
            bool is_in_table = false;
            for (const auto& row : LifecycleOf<Task>::table) is_in_table |= row.from == before && row.to == after;
            Task task = a_task(before);
            EXPECT_EQ(move_to(task, after, Time{5}).has_value(), is_in_table) << from << " to " << to;
            EXPECT_EQ(task.status, is_in_table ? after : before);
        }
    }
}

TEST(TaskLifecycle, SetsTheTimesThatBelongToTheChange) {
    Task task = a_task(TaskStatus::planned);
    ASSERT_TRUE(move_to(task, TaskStatus::active, Time{5}));
    EXPECT_EQ(task.started_at, Time{5});
    ASSERT_TRUE(move_to(task, TaskStatus::completed, Time{9}));
    EXPECT_EQ(task.started_at, Time{5});
    EXPECT_EQ(task.completed_at, Time{9});
    ASSERT_TRUE(move_to(task, TaskStatus::planned, Time{11}));
    EXPECT_FALSE(task.completed_at);
}

TEST(TaskLifecycle, GivesUpItsFilesWhenItEndsOrIsGivenBack) {
    for (const TaskStatus end : {TaskStatus::completed, TaskStatus::failed, TaskStatus::planned}) {
        Task task = a_task(TaskStatus::active);
        ASSERT_TRUE(move_to(task, end, Time{5}));
        EXPECT_TRUE(task.file_locks.empty()) << name_of(end);
    }
}

TEST(TaskLifecycle, SaysWhereItCouldGoInstead) {
    Task task = a_task(TaskStatus::invalidated);
    const auto refused = move_to(task, TaskStatus::active, Time{5});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::conflict);
    EXPECT_EQ(refused.error().remedy, "From invalidated it can go to nothing: this is its end.");
}

}  // namespace
}  // namespace hm
