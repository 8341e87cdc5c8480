#include "view/verdict_text.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

GateFacts refused_write() {
    GateFacts facts;
    facts.mode = GateMode::strict;
    facts.tool = "write";
    facts.kind = ToolKind::write;
    facts.role.name = "solo";
    facts.paths = {{.path = "src/a.ts"}};
    return facts;
}

const Verdict without_task{Outcome::block, GateRule::write_needs_task, "src/a.ts"};

TEST(Refusal, TellsDriftAndPoisoningWhereTheyAreHigh) {
    RefusalContext context{.anchors = 1, .checkpoints = 2, .tool_outputs = 12, .stale = 3};
    const std::string plain = render_refusal(without_task, refused_write(), context);
    EXPECT_EQ(plain.find("DRIFT"), std::string::npos) << plain;
    EXPECT_EQ(plain.find("POISONING"), std::string::npos) << plain;
    context.tool_outputs = 90;
    const std::string full = render_refusal(without_task, refused_write(), context);
    EXPECT_NE(full.find("DRIFT: 1 anchors, 2 checkpoints recorded in this session."), std::string::npos) << full;
    EXPECT_NE(full.find("POISONING LEVEL: high (90 tool outputs in context, 3 stale)"), std::string::npos) << full;
}

TEST(Refusal, HoldsACallThatCanBeMadeAsItStands) {
    const FourParts parts = explain(without_task, refused_write());
    EXPECT_EQ(parts.use_instead,
              "Call govern_task with {\"action\":\"start\",\"task\":\"Change src/a.ts\"}, then repeat the call.");
    EXPECT_LE(render_refusal(without_task, refused_write(), {}).size(), 400U);
}

TEST(Refusal, NamesWhatHoldsThePlannedTaskBackInsteadOfAWayAroundIt) {
    GateFacts facts = refused_write();
    TaskFact held{.id = {}, .name = "Write the store"};
    held.blockers = {
        {.as = AwaitedAs::decision, .id = {}, .name = "Which database?", .status = "unresolved", .reason = {}}};
    facts.held_task = held;
    const FourParts parts = explain(without_task, facts);
    EXPECT_NE(parts.why.find("needs the decision \"Which database?\" (unresolved)."), std::string::npos) << parts.why;
    EXPECT_NE(parts.use_instead.find("hivemind decision resolve"), std::string::npos) << parts.use_instead;
    EXPECT_EQ(parts.use_instead.find("Change src/a.ts"), std::string::npos) << parts.use_instead;
    const std::string hint = render_hint({Outcome::advise, GateRule::write_needs_task, "src/a.ts"}, facts);
    EXPECT_NE(hint.find("Which database?"), std::string::npos) << hint;
    // What can begin now goes before what waits.
    facts.planned_tasks = {{.id = {}, .name = "Draw it"}};
    EXPECT_NE(explain(without_task, facts).use_instead.find("for \"Draw it\""), std::string::npos);
}

TEST(Refusal, CallsTheTaskByWhatTheCallIsAbout) {
    GateFacts facts;
    facts.tool = "bash";
    facts.kind = ToolKind::shell;
    facts.doing = "Run npx jest -u";
    const Verdict refused{Outcome::block, GateRule::write_needs_task, "bash"};
    EXPECT_NE(explain(refused, facts).use_instead.find(R"({"action":"start","task":"Run npx jest -u"})"),
              std::string::npos);
    facts.doing.clear();
    facts.tool = "jira_create";
    EXPECT_NE(explain({Outcome::block, GateRule::write_needs_task, "jira_create"}, facts)
                  .use_instead.find(R"("task":"Use jira_create")"),
              std::string::npos);
}

TEST(Hint, SaysThatNobodyLookedInside) {
    GateFacts facts;
    facts.tool = "bash";
    facts.shell.emplace();
    const std::string hint = render_hint({Outcome::advise, GateRule::shell_can_be_judged, "x"}, facts);
    EXPECT_NE(hint.find("Nobody looked inside this code"), std::string::npos) << hint;
}

TEST(Refusal, SaysNothingOfACoordinatorToWhoWorksAlone) {
    GateFacts facts = refused_write();
    facts.role.may_delegate = true;
    TaskFact task{.id = {}, .name = "Second"};
    task.blockers = {{.as = AwaitedAs::dependency, .id = {}, .name = "First", .status = "planned", .reason = {}}};
    task.assigned_to = "executor";
    task.is_assigned_here = false;
    facts.active_tasks = {task};
    facts.planned_tasks = {{.id = {}, .name = "First"}};
    for (const GateRule rule : {GateRule::task_may_go_on, GateRule::task_assigned_here, GateRule::role_may_use_tool}) {
        const FourParts parts = explain({Outcome::block, rule, "Second"}, facts);
        EXPECT_EQ(to_text(parts).find("coordinator"), std::string::npos) << to_text(parts);
    }
    EXPECT_NE(explain({Outcome::block, GateRule::task_may_go_on, "Second"}, facts).use_instead.find("for \"First\""),
              std::string::npos);
}

}  // namespace
}  // namespace hm
