// How the work of planning, of a change and of a decision grows with what is there, counted in steps of SQLite.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/bus/bus.h"
#include "app/gate/load_gate_facts.h"
#include "app/project/project.h"
#include "domain/task.h"
#include "engine/gate/gate.h"
#include "store/queries/task.h"
#include "store/records/records.h"
#include "support/counted_work.h"
#include "support/world.h"

namespace hm::testing {
namespace {

// A project with a plan; tasks are added to it, each waiting for the one before.
class Planned {
public:
    explicit Planned(std::size_t tasks) : project_(open()) {
        run("plan create", {{"title", "Plan"}});
        if (tasks > 0) add(tasks);
    }

    std::int64_t add(std::size_t tasks) {
        json::array drafts;
        for (std::size_t i = 0; i < tasks; ++i) {
            json::object draft{{"name", fmt::format("Task {}", i)}, {"expected_output", "Done"}};
            if (i > 0) draft["depends_on"] = json::array{fmt::format("Task {}", i - 1)};
            drafts.push_back(std::move(draft));
        }
        return steps_of(connection(), [&] { run("plan plan-tasks", {{"tasks", std::move(drafts)}}); });
    }
    std::int64_t start_first() {
        auto tasks = list_tasks(connection(), TaskStatus::planned, 1000, bad_);
        std::sort(tasks->begin(), tasks->end(), [](const Task& a, const Task& b) { return a.id < b.id; });
        const std::string id = tasks->front().id.text();
        return steps_of(connection(), [&] { run("task start", {{"id", id}}); });
    }
    std::int64_t decide_a_write() {
        Workspace workspace = project_.workspace();
        auto frame = begin_hook({.client = "opencode", .session = "s"}, &Settings::gate_deadline, workspace);
        EXPECT_TRUE(frame);
        const ToolUse use{.tool = "write", .kind = ToolKind::write, .paths = {"src/a.ts"}};
        return steps_of(connection(), [&] {
            const auto facts = load_gate_facts(use, *frame, world_.directory(), workspace);
            ASSERT_TRUE(facts) << facts.error().what;
            (void)decide(*facts);
        });
    }

private:
    Project open() {
        EXPECT_EQ(world_.cli({"init", "--mode", "strict"}).exit_code, 0);
        return std::move(*Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(60))));
    }
    Connection& connection() { return project_.workspace().store.connection(); }
    void run(std::string_view command, json::object input) {
        Workspace workspace = project_.workspace();
        const auto receipt = execute(*find_command(command), {std::move(input), {}}, workspace);
        EXPECT_TRUE(receipt) << receipt.error().what << receipt.error().why;
    }

    World world_;
    BadRows bad_;
    Project project_;
};

TEST(Work, PlanningTenTimesTheTasksTakesAboutTenTimesTheSteps) {
    Planned few(0);
    Planned many(0);
    const std::int64_t hundred = few.add(100);
    const std::int64_t thousand = many.add(1000);
    EXPECT_LT(thousand, 12 * hundred);
}

TEST(Work, StartingATaskDoesNotGrowWithTheTasksThatAreThere) {
    Planned few(50);
    Planned many(1000);
    EXPECT_LT(many.start_first(), 2 * few.start_first());
}

// Without a task in hand those that may be started are named; it is known at once that there are too many.
TEST(Work, ADecisionWithoutATaskIsBounded) {
    Planned many(850);
    Planned more(1000);
    const std::int64_t among_many = many.decide_a_write();
    EXPECT_LE(more.decide_a_write(), among_many + among_many / 4);
}

TEST(Work, ADecisionDoesNotGrowWithTheTasksThatAreThere) {
    Planned few(50);
    Planned many(1000);
    few.start_first();
    many.start_first();
    const std::int64_t among_few = few.decide_a_write();
    EXPECT_LE(many.decide_a_write(), among_few + among_few / 4);
}

}  // namespace
}  // namespace hm::testing
