// Random commands of three sessions and a person on random graphs, through the bus and a real store. Whatever they do:
// no task is in a status its table lacks a way to, none starts before what it depends on, no file has two holders, and
// nothing waits for itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

#include "app/project/project.h"
#include "app/work/task.h"
#include "domain/task.h"
#include "engine/work/readiness.h"
#include "store/queries/awaited.h"
#include "store/queries/task.h"
#include "support/world.h"

namespace hm {
namespace {

using Statuses = std::map<Id, TaskStatus>;

bool has_way(TaskStatus from, TaskStatus to, int steps) {
    if (from == to) return true;
    if (steps == 0) return false;
    for (const auto& row : LifecycleOf<Task>::table) {
        if (row.from == from && has_way(row.to, to, steps - 1)) return true;
    }
    return false;
}

// One of them is the other, or a folder that it is in.
bool is_within(const std::string& a, const std::string& b) {
    return a == b || a.starts_with(b + "/") || b.starts_with(a + "/");
}

class Course {
public:
    explicit Course(std::uint64_t seed) : random_(seed) { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            const std::string what = act();
            look(fmt::format("step {}: {}", i, what));
            expect_no_cycle(what);
            if (::testing::Test::HasFailure()) return;
        }
    }

    int refused() const { return refused_; }
    int done() const { return done_; }

private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
    std::string any_task() {
        if (statuses_.empty()) return "01a0c450-6c00-7000-8000-ffffffffffff";
        return std::next(statuses_.begin(), static_cast<std::ptrdiff_t>(below(statuses_.size())))->first.text();
    }

    std::string person(const std::vector<std::string>& words) {
        const testing::CliOutcome outcome = world_.cli(words);
        ++(outcome.exit_code == 0 ? done_ : refused_);
        EXPECT_LE(outcome.exit_code, 5) << outcome.err;
        return fmt::format("person {} {} → {}{}", words[0], words[1], outcome.out, outcome.err);
    }
    std::string agent(std::string_view tool, json::object arguments) {
        const std::string session = fmt::format("ses_{}", below(3));
        const std::string asked = to_text(arguments);
        const json::object reply = world_.opencode(
            "tool", {{"sessionID", session}, {"tool", tool}, {"callID", "c"}, {"args", std::move(arguments)}});
        const std::string output(text_member(reply, "output"));
        EXPECT_FALSE(output.empty()) << to_text(reply);
        ++(output.starts_with("WHAT:") ? refused_ : done_);
        return fmt::format("{} {} {} → {}", session, tool, asked, output);
    }

    std::string plan_some() {
        json::array tasks;
        const std::size_t count = 1 + below(4);
        for (std::size_t i = 0; i < count; ++i) {
            json::object task{{"name", fmt::format("T{}", ++made_)}, {"expected_output", "x"}};
            if (below(2) == 0)
                task["depends_on"] = json::array{below(3) == 0 ? fmt::format("T{}", made_ + 1) : any_task()};
            if (below(4) == 0) task["temporal_gate"] = {{"after", any_task()}, {"reason", "order"}};
            if (below(5) == 0) task["parent"] = any_task();
            tasks.push_back(std::move(task));
        }
        return agent("govern_plan", {{"action", "plan_tasks"}, {"tasks", std::move(tasks)}});
    }

    std::string act() {
        world_.clock().advance(seconds(1));
        switch (below(22)) {
            case 0: return agent("govern_plan", {{"action", "create"}, {"title", fmt::format("P{}", ++made_)}});
            case 1:
            case 2: return plan_some();
            case 3: return person({"task", "create", fmt::format("T{}", ++made_)});
            case 4:
            case 5:
            case 6: return agent("govern_task", {{"action", "start"}, {"id", any_task()}});
            case 7: return agent("govern_task", {{"action", "complete"}});
            case 8: return person({"task", "complete", any_task()});
            case 9: return person({"task", below(2) == 0 ? "release" : "reopen", any_task()});
            case 10: return agent("govern_task", {{"action", "fail"}, {"id", any_task()}, {"reason", "no"}});
            case 11: return person({"task", below(2) == 0 ? "abandon" : "invalidate", any_task(), "no"});
            case 12: return person({"task", "defer", any_task(), "later"});
            case 13: return person({"task", "change", any_task(), "--depends-on", any_task()});
            case 14: return person({"task", "change", any_task(), "--temporal-gate-after-task-id", any_task()});
            case 15: return person({"task", "change", any_task(), "--file-locks", any_file()});
            case 16: return person({"task", "branch", any_task(), fmt::format("T{}", ++made_), "--with-parts"});
            case 17: return person({"decision", "add", fmt::format("D{}?", ++made_), "--task-ids", any_task()});
            case 18: return person({"decision", "resolve", any_of("decision"), "yes"});
            case 19: return person({"plan", "change", any_of("plan"), "--depends-on", any_of("plan")});
            case 20: return write_some();
            default: return last_few();
        }
    }

    // A write begins the one task that is plainly next.
    std::string write_some() {
        const std::string session = fmt::format("ses_{}", below(3));
        const json::object reply =
            world_.opencode("tool.execute.before", {{"sessionID", session},
                                                    {"tool", "write"},
                                                    {"callID", fmt::format("w{}", ++made_)},
                                                    {"args", {{"filePath", any_file()}, {"n", made_}}}});
        return fmt::format("{} writes → {}", session, to_text(reply));
    }

    std::string any_of(const std::string& noun) {
        const json::value listed = world_.cli_json({noun, "list"});
        const json::array& all = listed.as_array();
        if (all.empty()) return "01a0c450-6c00-7000-8000-ffffffffffff";
        return std::string(text_member(all[below(all.size())].as_object(), "id"));
    }
    std::string any_file() {
        const std::array<std::string, 5> files{"f", "g", "d", "d/f", "d/e/f"};
        return files[below(files.size())];
    }

    std::string last_few() {
        switch (below(5)) {
            case 0: return agent("govern_plan", {{"action", "abandon"}, {"reason", "no"}});
            case 1: return agent("govern_plan", {{"action", "archive"}});
            case 2: return agent("govern_delegate", {{"action", "assign"}, {"task_id", any_task()}});
            case 3: return agent("govern_delegate", {{"action", "recall"}, {"task_id", any_task()}});
            default: return person({"task", "reassign", any_task(), "--to", "solo"});
        }
    }

    // What must hold after every step.
    void look(const std::string& what) {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        ASSERT_TRUE(project);
        Connection& connection = project->workspace().store.connection();
        BadRows bad;
        const auto tasks = list_records<Task>(connection, {.archived = Archived::shown, .limit = 10'000}, bad);
        ASSERT_TRUE(tasks);
        ASSERT_TRUE(bad.empty()) << what;
        std::map<FilePath, Id> holders;
        for (const Task& task : *tasks) {
            const auto before = statuses_.find(task.id);
            const TaskStatus from = before == statuses_.end() ? TaskStatus::planned : before->second;
            EXPECT_TRUE(has_way(from, task.status, 2)) << what;
            if (task.status == TaskStatus::active && from != TaskStatus::active) {
                const auto blockers = load_blockers(connection, task.id);
                EXPECT_TRUE(blockers && blockers->empty()) << what << "\n" << to_words(blockers->front());
            }
            for (const FilePath& file : task.file_locks) {
                for (const auto& [held, holder] : holders) {
                    EXPECT_TRUE(holder == task.id || !is_within(held.str(), file.str()))
                        << what << ": two hold " << file.view() << " in " << held.view();
                }
                holders.emplace(file, task.id);
                EXPECT_FALSE(is_ended(task.status)) << what;
            }
            EXPECT_FALSE(task.status == TaskStatus::planned && task.assigned_session_id) << what;
            statuses_[task.id] = task.status;
        }
    }

    void expect_no_cycle(const std::string& what) {
        auto project = Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(5)));
        Connection& connection = project->workspace().store.connection();
        NeedGraph graph;
        std::map<Id, std::size_t> places;
        const auto place = [&](const Id& id) {
            const auto [found, is_new] = places.try_emplace(id, graph.nodes.size());
            if (is_new) graph.nodes.push_back({id, *name_of_node(connection, id), {}});
            return found->second;
        };
        for (const auto& [id, status] : statuses_) place(id);
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const auto needed = needed_by(connection, graph.nodes[i].id);
            ASSERT_TRUE(needed);
            for (const GraphNode& each : *needed) {
                const std::size_t other = place(each.id);
                graph.nodes[i].needs.push_back(other);
            }
        }
        const auto on_cycle = record_on_cycle(graph);
        ASSERT_FALSE(on_cycle) << what << "\n" << cycle_in_words(graph, find_cycle(graph, *on_cycle));
    }

    testing::World world_;
    std::mt19937_64 random_;
    Statuses statuses_;
    int made_ = 0;
    int refused_ = 0;
    int done_ = 0;
};

class RandomCourse : public ::testing::TestWithParam<int> {};

TEST_P(RandomCourse, KeepsOrderStatusAndOwners) {
    Course course(static_cast<std::uint64_t>(GetParam()));
    course.run(250);
    // A course in which nearly everything is refused would prove nothing.
    EXPECT_GT(course.done(), 30);
    EXPECT_GT(course.refused(), 10);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCourse, ::testing::Range(1, 5));

}  // namespace
}  // namespace hm
