#include "engine/gate/gate.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

GateFacts a_write(GateMode mode) {
    return {.mode = mode, .role = "solo", .tool = "write", .kind = ToolKind::write, .paths = {{.path = "src/a.ts"}}};
}

TaskFact a_task() {
    return {Id::trusted("0193a1b2-0000-7000-8000-000000000001"), "Write the parser"};
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
    GateFacts facts = a_write(GateMode::strict);
    facts.active_tasks.push_back(a_task());
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

TEST(Gate, HoldsScopeAndRoleInAssistedToo) {
    GateFacts facts = a_write(GateMode::assisted);
    facts.active_tasks.push_back(a_task());
    facts.paths = {{.path = "/etc/passwd", .is_inside_project = false}};
    EXPECT_EQ(decide(facts).rule, GateRule::path_inside_project);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);

    facts = a_write(GateMode::assisted);
    facts.role = "investigator";
    EXPECT_EQ(decide(facts).rule, GateRule::role_may_use_tool);
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
}

TEST(Gate, ProtectsItsOwnFilesAndSecrets) {
    for (const char* path : {".hivemind/hivemind.db", ".hivemind", ".git/config", ".env", "server/.env.local",
                             ".opencode/hivemind.js", "opencode.json", "opencode.jsonc"}) {
        GateFacts facts = a_write(GateMode::assisted);
        facts.active_tasks.push_back(a_task());
        facts.paths = {{.path = path}};
        EXPECT_EQ(decide(facts).rule, GateRule::path_not_protected) << path;
    }
    for (const char* path : {".github/workflows/ci.yml", "src/environment.ts", ".gitignore"}) {
        GateFacts facts = a_write(GateMode::assisted);
        facts.active_tasks.push_back(a_task());
        facts.paths = {{.path = path}};
        EXPECT_EQ(decide(facts).outcome, Outcome::allow) << path;
    }
}

TEST(Gate, KeepsAFileForTheTaskThatLockedIt) {
    GateFacts facts = a_write(GateMode::assisted);
    facts.active_tasks.push_back(a_task());
    facts.paths = {{.path = "src/a.ts", .locked_by_task = "Rewrite a"}};
    EXPECT_EQ(decide(facts).rule, GateRule::path_not_locked);
}

TEST(Gate, BlocksEvenWhenAnEarlierRuleOnlyAdvised) {
    GateFacts facts = a_write(GateMode::assisted);
    facts.paths = {{.path = ".git/config"}};
    EXPECT_EQ(decide(facts).outcome, Outcome::block);
}

}  // namespace
}  // namespace hm
