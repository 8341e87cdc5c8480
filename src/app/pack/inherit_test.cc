// A write without a task takes up the one task that is plainly next, however much of the plan is over.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/command/command.h"
#include "app/project/project.h"
#include "domain/phase.h"
#include "domain/task.h"
#include "store/records/reading.h"
#include "store/records/records.h"
#include "support/world.h"

namespace hm::testing {
namespace {

class Inherit : public ::testing::Test {
protected:
    Inherit() {
        EXPECT_EQ(world_.cli({"init"}).exit_code, 0);
        plan_ = make({"plan", "create", "A long plan"});
        phase_ = make({"phase", "create", plan_, "Work"});
    }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }
    std::string status(const std::string& id) {
        return std::string(text_member(world_.cli_json({"show", id}).as_object(), "status"));
    }
    // Straight into the store, past lifecycles.
    void add_tasks(int count, TaskStatus status) {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(10)));
        ASSERT_TRUE(project.has_value());
        Workspace workspace = project->workspace();
        auto transaction = Transaction::begin(workspace.store.connection(), Durability::process_crash);
        ASSERT_TRUE(transaction.has_value());
        for (int i = 0; i < count; ++i) {
            Task task;
            task.created_at = task.modified_at = workspace.clock.now();
            task.id = workspace.ids.next(task.created_at);
            task.stamp = *take_stamp(*transaction, local_minute(task.created_at));
            task.parent_phase_id = *Id::parse(phase_);
            task.name = *Title::make(fmt::format("Task {}", i));
            task.status = status;
            if (waits_for_) task.depends_on.push_back(*waits_for_);
            ASSERT_TRUE(put(*transaction, task).has_value());
            transaction->changes().clear();
        }
        ASSERT_TRUE(transaction->commit().has_value());
    }
    // So many planned tasks that all wait for one.
    void for_all_tasks_after(const std::string& first, int count) {
        waits_for_ = *Id::parse(first);
        add_tasks(count, TaskStatus::planned);
    }
    void write_a_file() {
        world_.opencode("tool.execute.before", {{"sessionID", "s"},
                                                {"tool", "write"},
                                                {"callID", "c"},
                                                {"args", {{"filePath", (world_.directory() / "a.ts").string()}}}});
    }

    World world_;
    std::string plan_;
    std::optional<Id> waits_for_;
    std::string phase_;
};

TEST_F(Inherit, TheNextTaskOfAPlanWithManyThatAreOver) {
    add_tasks(700, TaskStatus::completed);
    const std::string next = make({"task", "create", "The next one", "--parent-phase-id", phase_});
    write_a_file();
    EXPECT_EQ(status(next), "active");
}

TEST_F(Inherit, TheFirstOfALongChain) {
    std::string before = make({"task", "create", "First", "--parent-phase-id", phase_});
    const std::string first = before;
    for (int i = 0; i < 40; ++i) {
        before = make({"task", "create", fmt::format("Link {}", i), "--parent-phase-id", phase_,
                       i % 2 == 0 ? "--depends-on" : "--temporal-gate-after-task-id", before});
    }
    write_a_file();
    EXPECT_EQ(status(first), "active");
    EXPECT_EQ(status(before), "planned");
}

TEST_F(Inherit, TheNextTaskBesideManyThatWait) {
    const std::string next = make({"task", "create", "The next one", "--parent-phase-id", phase_});
    for_all_tasks_after(next, 700);
    write_a_file();
    EXPECT_EQ(status(next), "active");
}

TEST_F(Inherit, NothingWhenMoreThanOneTaskMayBeNext) {
    add_tasks(700, TaskStatus::completed);
    const std::string one = make({"task", "create", "One", "--parent-phase-id", phase_});
    const std::string other = make({"task", "create", "Other", "--parent-phase-id", phase_});
    write_a_file();
    EXPECT_EQ(status(one), "planned");
    EXPECT_EQ(status(other), "planned");
}

}  // namespace
}  // namespace hm::testing
