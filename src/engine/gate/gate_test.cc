#include "engine/gate/gate.h"

#include <gtest/gtest.h>

#include "engine/gate/facts_of.h"

namespace hm {
namespace {

RoleFact role(std::string_view name, ToolKind kind, std::string_view tool) {
    return role_fact({}, name, {kind, tool, ""});
}

GateFacts a_write(GateMode mode) {
    GateFacts facts;
    facts.mode = mode;
    facts.fail = FailMode::closed;
    facts.role = role("solo", ToolKind::write, "write");
    facts.tool = "write";
    facts.kind = ToolKind::write;
    facts.paths = {{.path = "src/a.ts"}};
    return facts;
}

TaskFact a_task(std::string name = "Write the parser") {
    return {.id = Id::trusted("0193a1b2-0000-7000-8000-000000000001"), .name = std::move(name)};
}

GateFacts a_write_under_a_task(GateMode mode) {
    GateFacts facts = a_write(mode);
    facts.active_tasks.push_back(a_task());
    return facts;
}

Blocker blocker(AwaitedAs as) {
    return {.as = as, .id = Id::trusted("0193a1b2-0000-7000-8000-000000000002"), .name = "First", .status = "active"};
}

TEST(Gate, BlocksAWriteWithoutATaskInStrict) {
    const Verdict verdict = decide(a_write(GateMode::strict));
    EXPECT_EQ(verdict.outcome, Outcome::block);
    EXPECT_EQ(verdict.rule, GateRule::write_needs_task);
    EXPECT_EQ(verdict.subject, "src/a.ts");
}

TEST(Gate, AdvisesInAssistedAndOnlyRecordsInPermissive) {
    EXPECT_EQ(decide(a_write(GateMode::assisted)).outcome, Outcome::advise);
    const Verdict recorded = decide(a_write(GateMode::permissive));
    EXPECT_EQ(recorded.outcome, Outcome::allow);
    EXPECT_EQ(recorded.rule, GateRule::write_needs_task);
}

TEST(Gate, AllowsAWriteUnderAnActiveTask) {
    const GateFacts facts = a_write_under_a_task(GateMode::strict);
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
    EXPECT_EQ(decide(facts).rule, GateRule::none);
}

TEST(Gate, TreatsAShellAndAnUnknownToolAsAWriteInStrict) {
    GateFacts facts = a_write(GateMode::strict);
    facts.paths.clear();
    for (const ToolKind kind : {ToolKind::shell, ToolKind::other}) {
        facts.kind = kind;
        EXPECT_EQ(decide(facts).rule, GateRule::write_needs_task) << name_of(kind);
    }
    facts.kind = ToolKind::read;
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
}

TEST(Gate, FollowsTheFailModeWhenAGoverningRowCannotBeRead) {
    GateFacts facts = a_write_under_a_task(GateMode::strict);
    facts.trouble = "tasks x: bad";
    EXPECT_EQ(decide(facts).rule, GateRule::store_healthy);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
    facts.fail = FailMode::open;
    EXPECT_EQ(decide(facts).outcome, Outcome::advise);
    facts.kind = ToolKind::read;
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
}

TEST(Gate, LetsAnUnknownRoleOnlyLook) {
    GateFacts facts = a_write_under_a_task(GateMode::assisted);
    facts.role = role("wizard", ToolKind::write, "write");
    EXPECT_EQ(decide(facts).rule, GateRule::role_known);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
    facts.kind = ToolKind::read;
    facts.role = role("wizard", ToolKind::read, "read");
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
}

TEST(Gate, HoldsScopeAndRoleInAssistedToo) {
    GateFacts facts = a_write_under_a_task(GateMode::assisted);
    facts.paths = {{.path = "/etc/passwd", .is_inside_project = false}};
    EXPECT_EQ(decide(facts).rule, GateRule::path_inside_project);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);

    facts = a_write(GateMode::assisted);
    facts.role = role("investigator", ToolKind::write, "write");
    EXPECT_EQ(decide(facts).rule, GateRule::role_may_use_tool);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
}

TEST(Gate, KeepsATaskToItsToolsAndPaths) {
    GateFacts facts = a_write_under_a_task(GateMode::assisted);
    facts.active_tasks.front().allows_tool = false;
    EXPECT_EQ(decide(facts).rule, GateRule::task_allows_tool);
    EXPECT_EQ(decide(facts).subject, "write");
    facts.active_tasks.front().allows_tool = true;
    facts.active_tasks.front().out_of_scope = "src/a.ts";
    EXPECT_EQ(decide(facts).rule, GateRule::path_in_task);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
}

// One task allows the tool, the other the path: the call belongs to neither.
TEST(Gate, FitsACallIntoOneTaskAsAWhole) {
    GateFacts facts = a_write_under_a_task(GateMode::strict);
    facts.active_tasks.front().out_of_scope = "src/a.ts";
    facts.active_tasks.push_back(a_task("Other"));
    facts.active_tasks.back().allows_tool = false;
    EXPECT_EQ(decide(facts).rule, GateRule::path_in_task);
    facts.active_tasks.push_back(a_task("Third"));
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
}

TEST(Gate, HoldsATaskBackThatWaits) {
    for (const AwaitedAs as : {AwaitedAs::dependency, AwaitedAs::temporal_gate, AwaitedAs::plan}) {
        GateFacts facts = a_write_under_a_task(GateMode::strict);
        facts.active_tasks.front().blockers = {blocker(as)};
        EXPECT_EQ(decide(facts).rule, GateRule::task_may_go_on) << name_of(as);
        EXPECT_EQ(decide(facts).outcome, Outcome::block);
        facts.mode = GateMode::assisted;
        EXPECT_EQ(decide(facts).outcome, Outcome::advise);
    }
    GateFacts facts = a_write_under_a_task(GateMode::strict);
    facts.active_tasks.front().blockers = {blocker(AwaitedAs::decision)};
    EXPECT_EQ(decide(facts).rule, GateRule::decisions_taken);
}

TEST(Gate, DoesNotLetATaskStartThatWaitsOrIsAnothers) {
    GateFacts facts = a_write(GateMode::assisted);
    facts.kind = ToolKind::own;
    facts.tool = "govern_task";
    facts.action = "start";
    facts.paths.clear();
    facts.target = a_task();
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
    facts.target->blockers = {blocker(AwaitedAs::temporal_gate)};
    EXPECT_EQ(decide(facts).rule, GateRule::task_may_go_on);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
    facts.target->blockers.clear();
    facts.target->is_assigned_here = false;
    EXPECT_EQ(decide(facts).rule, GateRule::task_assigned_here);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
}

TEST(Gate, KeepsLockedAndProtectedFiles) {
    GateFacts facts = a_write_under_a_task(GateMode::assisted);
    facts.paths = {{.path = "src/a.ts", .locked_by_task = "Rewrite a"}};
    EXPECT_EQ(decide(facts).rule, GateRule::path_not_locked);
    facts.paths = {{.path = "src/b.ts"}, {.path = ".git/config", .is_protected = true}};
    EXPECT_EQ(decide(facts).rule, GateRule::path_not_protected);
    EXPECT_EQ(decide(facts).subject, ".git/config");
    facts.paths.back().is_granted = true;
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
    facts.paths.back().is_in_role_paths = false;
    EXPECT_EQ(decide(facts).rule, GateRule::path_in_role);
}

TEST(Gate, AsksForNoTaskWhereNothingIsChanged) {
    GateFacts facts = a_write(GateMode::strict);
    facts.kind = ToolKind::shell;
    facts.paths.clear();
    const ShellEffect tests{ShellClass::build_test, "npm", "tests"};
    facts.shell = ShellJudgement{tests, {tests}, {}};
    facts.role.shell_classes = shell_bit(ShellClass::build_test);
    facts.is_change = false;
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
    facts.is_change = true;
    EXPECT_EQ(decide(facts).rule, GateRule::write_needs_task);
}

TEST(Gate, KeepsAFileThatAnotherAgentOfTheTaskChanged) {
    GateFacts facts = a_write_under_a_task(GateMode::assisted);
    facts.paths = {{.path = "src/a.ts", .changed_by = "general"}};
    EXPECT_EQ(decide(facts).rule, GateRule::path_not_changed_by_other);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
}

TEST(Gate, BlocksEvenWhenAnEarlierRuleOnlyAdvised) {
    GateFacts facts = a_write(GateMode::assisted);
    facts.paths = {{.path = ".git/config", .is_protected = true}};
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
}

TEST(Gate, LimitsHowWorkIsHandedOn) {
    GateFacts facts = a_write(GateMode::assisted);
    facts.kind = ToolKind::delegate;
    facts.tool = "task";
    facts.paths.clear();
    facts.delegation = {.to = "reviewer", .line = {"general", "build"}, .depth = 3};
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
    facts.delegation->depth = 4;
    EXPECT_EQ(decide(facts).rule, GateRule::delegation_depth);
    facts.delegation->depth = 2;
    facts.delegation->to = "build";
    EXPECT_EQ(decide(facts).rule, GateRule::delegation_cycle);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
    facts.delegation->to = "reviewer";
    facts.delegation->has_todo = false;
    EXPECT_EQ(decide(facts).rule, GateRule::delegation_todo);
    EXPECT_EQ(decide(facts).outcome, Outcome::advise);
    facts.mode = GateMode::strict;
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
}

TEST(Gate, RefusesAPersonsCommandAsSuchWithOrWithoutATask) {
    GateFacts facts = a_write(GateMode::strict);
    facts.kind = ToolKind::shell;
    facts.tool = "bash";
    facts.paths.clear();
    facts.is_change = true;
    ShellEffect persons{ShellClass::destructive, "hivemind", "is for a person"};
    persons.is_for_person = true;
    facts.shell = ShellJudgement{persons, {persons}, {}};
    for (const GateMode mode : {GateMode::strict, GateMode::assisted}) {
        facts.mode = mode;
        EXPECT_EQ(decide(facts).rule, GateRule::shell_class_allowed) << name_of(mode);
        EXPECT_EQ(decide(facts).outcome, Outcome::block) << name_of(mode);
    }
}

TEST(Gate, LetsAPersonApproveACallOrLiftARule) {
    GateFacts facts = a_write(GateMode::strict);
    facts.is_approved = true;
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
    EXPECT_EQ(decide(facts).lifted_by, LiftedBy::approval);
    EXPECT_EQ(decide(facts).rule, GateRule::write_needs_task);
    facts.is_approved = false;
    facts.lifted = {{GateRule::write_needs_task, "src/b.ts"}};
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
    facts.lifted = {{GateRule::write_needs_task, "src/a.ts"}};
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
    EXPECT_EQ(decide(facts).lifted_by, LiftedBy::overriding);
    // The lifted rule does not open the others.
    facts.paths.front().is_protected = true;
    EXPECT_EQ(decide(facts).rule, GateRule::path_not_protected);
}

TEST(Gate, LiftsNothingThatIsAPersonsAlone) {
    GateFacts facts = a_write_under_a_task(GateMode::strict);
    facts.kind = ToolKind::shell;
    facts.paths.clear();
    const ShellEffect persons{ShellClass::destructive, "hivemind", "is for a person", true};
    facts.shell = ShellJudgement{persons, {persons}, {}};
    facts.is_approved = true;
    facts.lifted = {{GateRule::shell_class_allowed, "is for a person"}};
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
}

TEST(Gate, StopsACallThatIsMadeOverAndOver) {
    GateFacts facts = a_write_under_a_task(GateMode::assisted);
    facts.made_before = 19;
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
    facts.made_before = 20;
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
    EXPECT_EQ(decide(facts).rule, GateRule::call_not_repeated);
    facts.mode = GateMode::permissive;
    EXPECT_EQ(decide(facts).outcome, Outcome::allow);
}

TEST(Gate, CountsHowOftenACallWasRefused) {
    GateFacts facts = a_write(GateMode::strict);
    facts.refused_before = 2;
    EXPECT_EQ(decide(facts).attempt, looping_attempt);
}

}  // namespace
}  // namespace hm
