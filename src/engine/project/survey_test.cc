#include "engine/project/survey.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(Survey, TellsRulesPlansFrameworksAndWhatItIsBuiltWithByTheirNames) {
    const ProjectSurvey survey =
        survey_of({"AGENTS.md", "packages/a/CLAUDE.md", ".cursor/rules/style.mdc", ".opencode/agent/reviewer.md",
                   ".github/copilot-instructions.md", "PLAN.md", "docs/plans/next.md",
                   ".specify/memory/constitution.md", "package.json", "src/a.ts", "README.md"});
    EXPECT_EQ(survey.rules,
              (std::vector<std::string>{"AGENTS.md", "packages/a/CLAUDE.md", ".cursor/rules/style.mdc",
                                        ".opencode/agent/reviewer.md", ".github/copilot-instructions.md"}));
    EXPECT_EQ(survey.plans, (std::vector<std::string>{"PLAN.md", "docs/plans/next.md"}));
    EXPECT_EQ(survey.frameworks, std::vector<std::string>{"Spec Kit (.specify)"});
    EXPECT_EQ(survey.stack, std::vector<std::string>{"Node.js (package.json)"});
    EXPECT_TRUE(survey.has_own_ways());
}

TEST(Survey, TakesNothingOfHiveMindsOwnForTheProjects) {
    const ProjectSurvey survey = survey_of({".opencode/agent/hivemind-executor.md", ".opencode/skill/hivemind/SKILL.md",
                                            ".opencode/command/hivemind-plan.md", ".hivemind/templates/session.md",
                                            ".opencode/hivemind.js", "src/main.c"});
    EXPECT_TRUE(survey.is_empty());
}

TEST(Survey, KeepsFewOfManyAndNamesAFrameworkOnce) {
    std::vector<std::string> paths;
    for (int i = 0; i < 100; ++i) paths.push_back("a" + std::to_string(i) + "/AGENTS.md");
    for (int i = 0; i < 100; ++i) paths.push_back(".planning/phase-" + std::to_string(i) + ".md");
    const ProjectSurvey survey = survey_of(paths);
    EXPECT_EQ(survey.rules.size(), 20U);
    EXPECT_EQ(survey.plans.size(), 20U);
    EXPECT_EQ(survey.frameworks.size(), 1U);
}

TEST(Survey, SeesWhereAPlansDocumentStands) {
    const PlanGlance glance =
        glance_at_plan("intro\n\n## The harbour\n- [x] dig\n  - [ ] fill\n* [X] sign\n- [y\n- []\n");
    EXPECT_EQ(glance.title, "The harbour");
    EXPECT_EQ(glance.boxes, 3U);
    EXPECT_EQ(glance.ticked, 2U);
    EXPECT_EQ(glance_at_plan("").boxes, 0U);
    EXPECT_EQ(glance_at_plan("#").title, "");
}

}  // namespace
}  // namespace hm
