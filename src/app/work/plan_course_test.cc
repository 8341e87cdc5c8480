// How a plan ends: with its last task it is offered for completion, and somebody says that it is reached.
#include <gtest/gtest.h>

#include "support/world.h"

namespace hm {
namespace {

class PlanCourse : public ::testing::Test {
protected:
    PlanCourse() { EXPECT_EQ(world_.cli({"init"}).exit_code, 0); }

    std::string make(std::vector<std::string> arguments) {
        return std::string(text_member(world_.cli_json(std::move(arguments)).as_object(), "id"));
    }
    std::string status(const std::string& id) {
        return std::string(text_member(world_.cli_json({"show", id}).as_object(), "status"));
    }
    std::string last_event(const std::string& kind) {
        const json::value events = world_.cli_json({"log", "--kind", kind, "--limit", "1"});
        return std::to_string(events.as_array().back().at("seq").as_int64());
    }

    testing::World world_;
};

TEST_F(PlanCourse, AnActivePlanThatLeadsToNothingIsSaidTo) {
    const json::object begun = world_.cli_json({"session", "start", "Let them in"}).as_object();
    const std::string plan(text_member(begun, "plan_id"));
    const std::string session(text_member(begun, "id"));
    const auto is_linked = [&](const std::string& id) {
        return world_.cli_json({"plan", "show", id}).at("plans").as_array().at(0).at("linked").as_bool();
    };
    const auto is_said = [&](std::vector<std::string> arguments) {
        return world_.cli(std::move(arguments)).out.find("leads to nothing that carries it out") != std::string::npos;
    };
    EXPECT_FALSE(is_linked(plan));
    EXPECT_TRUE(is_said({"plan", "show", plan}) && is_said({"plan", "status"}));
    EXPECT_TRUE(is_said({"pack", "--session", session})) << "and the agent reads it where it plans";
    const std::string phase = make({"phase", "create", plan, "First"});
    EXPECT_FALSE(is_linked(plan)) << "a phase carries nothing out";
    const std::string task = make({"task", "create", "A", "--parent-phase-id", phase});
    EXPECT_TRUE(is_linked(plan));
    EXPECT_FALSE(is_said({"plan", "show", plan}) || is_said({"pack", "--session", session}));
    make({"task", "start", "--id", task});
    make({"task", "complete", task});
    EXPECT_TRUE(is_linked(plan)) << "what is done is still what it leads to";
    EXPECT_FALSE(is_said({"pack", "--session", session}));
    const std::string written = make({"plan", "create", "Other", "--sot-document-path", "docs/plan.md"});
    make({"plan", "change", written, "--status", "active"});
    EXPECT_TRUE(is_linked(written)) << "by its document";
    EXPECT_TRUE(is_linked(make({"plan", "create", "Later"}))) << "a draft need not lead anywhere yet";
}

TEST_F(PlanCourse, APlanIsOfferedForCompletionWithItsLastTask) {
    const std::string plan = make({"plan", "create", "Plan", "--acceptance", "All users can sign in"});
    const std::string first = make({"phase", "create", plan, "First"});
    const std::string second = make({"phase", "create", plan, "Second"});
    const std::string a = make({"task", "create", "A", "--parent-phase-id", first});
    const std::string b = make({"task", "create", "B", "--parent-phase-id", second});
    make({"task", "start", "--id", a});
    const json::value early = world_.cli_json({"task", "complete", a});
    EXPECT_FALSE(early.as_object().contains("plan_reached")) << "another phase is open: " << to_text(early);
    make({"task", "start", "--id", b});
    const json::value done = world_.cli_json({"task", "complete", b});
    const std::string next(text_member(done.as_object(), "next"));
    EXPECT_NE(next.find("All users can sign in"), std::string::npos) << next;
    const std::string short_plan = plan.substr(plan.size() - 6);
    EXPECT_NE(next.find("`hivemind plan complete " + short_plan + "`"), std::string::npos) << next;
    EXPECT_EQ(world_.cli_json({"log", "--kind", "plan.reached"}).as_array().size(), 1U);

    make({"plan", "complete", short_plan});
    EXPECT_EQ(status(plan), "completed") << "what was said can be done as it was said";
    EXPECT_EQ(world_.cli({"undo", last_event("plan.complete")}).exit_code, 0);
    EXPECT_EQ(status(plan), "active");
    EXPECT_EQ(world_.cli({"undo", last_event("task.complete")}).exit_code, 0);
    EXPECT_EQ(status(b), "active") << "the task is as it was before its plan was reached";
}

// The circle goes through the tasks of the changed record, not through itself.
TEST_F(PlanCourse, RefusesACircleThatClosesThroughThePartsOfWhatIsChanged) {
    const std::string lower = make({"plan", "create", "Lower"});
    const std::string upper = make({"plan", "create", "Upper"});
    const std::string lower_phase = make({"phase", "create", lower, "One"});
    const std::string upper_phase = make({"phase", "create", upper, "Two"});
    const std::string above = make({"task", "create", "Above", "--parent-phase-id", upper_phase});
    make({"task", "create", "Below", "--parent-phase-id", lower_phase, "--depends-on", above});
    const testing::CliOutcome plan = world_.cli({"plan", "change", upper, "--depends-on", lower});
    EXPECT_EQ(plan.exit_code, 3);
    for (const char* name : {"\"Above\"", "\"Lower\"", "\"Below\""}) {
        EXPECT_NE(plan.err.find(name), std::string::npos) << plan.err;
    }
    EXPECT_EQ(world_.cli({"task", "start", above}).exit_code, 0) << "nothing was changed";

    const std::string whole = make({"task", "create", "Whole"});
    const std::string part = make({"task", "create", "Part", "--parent-task-id", whole});
    const std::string other = make({"task", "create", "Other", "--depends-on", part});
    const testing::CliOutcome task = world_.cli({"task", "change", whole, "--depends-on", other});
    EXPECT_EQ(task.exit_code, 3) << task.err;
}

TEST_F(PlanCourse, TasksArePlannedAsOneListOfJson) {
    const std::string plan = make({"plan", "create", "Plan"});
    const std::string tasks = R"([{"name":"A","expected_output":"a"},
        {"name":"B","expected_output":"b","temporal_gate":{"after_task_id":"A","reason":"A comes first"}}])";
    EXPECT_EQ(world_.cli({"plan", "plan-tasks", plan, "--tasks", tasks}).exit_code, 0);
    const json::value ready = world_.cli_json({"ready"});
    EXPECT_EQ(ready.at("ready").at(0).at("name").as_string(), "A");
    EXPECT_EQ(ready.at("blocked").at(0).at("blocked_by").at(0).at("as").as_string(), "temporal_gate");
    EXPECT_EQ(world_.cli({"plan", "plan-tasks", plan, "--tasks", "[1]"}).exit_code, 2);
    EXPECT_EQ(world_.cli({"plan", "plan-tasks", plan, "--tasks", "[{"}).exit_code, 2);
}

TEST_F(PlanCourse, ShowsTheLevelThatHolds) {
    const std::string plan = make({"plan", "create", "Plan"});
    const auto level = [&] {
        const json::object shown = world_.cli_json({"plan", "show", plan}).at("plans").as_array().at(0).as_object();
        const std::string effective(shown.at("effective_level").as_string());
        EXPECT_NE(world_.cli({"plan", "show", plan}).out.find("development, " + effective), std::string::npos);
        return effective + " of " + std::string(shown.at("governance_level").as_string());
    };
    EXPECT_EQ(level(), "assisted of assisted");
    ASSERT_EQ(world_.cli({"config", "set", "mode", "strict"}).exit_code, 0);
    EXPECT_EQ(level(), "strict of assisted") << "a plan can only make it stricter";
    ASSERT_EQ(world_.cli({"config", "set", "mode", "permissive"}).exit_code, 0);
    ASSERT_EQ(world_.cli({"plan", "change", plan, "--governance-level", "strict"}).exit_code, 0);
    EXPECT_EQ(level(), "strict of strict");
}

}  // namespace
}  // namespace hm
