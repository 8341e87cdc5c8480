// A write without a task takes up the one task that is plainly next, however much of the plan is over.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/local_minute.h"
#include "app/project.h"
#include "domain/phase.h"
#include "domain/task.h"
#include "store/records.h"
#include "store/sql/stamp.h"
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
            ASSERT_TRUE(put(*transaction, task).has_value());
            transaction->changes().clear();
        }
        ASSERT_TRUE(transaction->commit().has_value());
    }
    void write_a_file() {
        world_.opencode("tool.execute.before", {{"sessionID", "s"},
                                                {"tool", "write"},
                                                {"callID", "c"},
                                                {"args", {{"filePath", (world_.directory() / "a.ts").string()}}}});
    }

    World world_;
    std::string plan_;
    std::string phase_;
};

TEST_F(Inherit, TheNextTaskOfAPlanWithManyThatAreOver) {
    add_tasks(700, TaskStatus::completed);
    const std::string next = make({"task", "create", "The next one", "--parent-phase-id", phase_});
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
