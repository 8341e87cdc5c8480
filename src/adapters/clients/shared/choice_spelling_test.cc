#include "adapters/clients/shared/agent_tools.h"

#include <gtest/gtest.h>

#include "support/world.h"

namespace hm {
namespace {

TEST(ChoiceSpelling, TakesAHyphenForAnUnderscoreAndNothingElse) {
    const Shape shape{.kind = ShapeKind::choice, .choices = {"tech_stack", "pattern"}};
    EXPECT_EQ(as_choice(shape, "tech-stack"), "tech_stack");
    EXPECT_EQ(as_choice(shape, "tech_stack"), "tech_stack");
    EXPECT_EQ(as_choice(shape, "tech-stuck"), "tech-stuck");
}

TEST(ChoiceSpelling, HoldsForPeopleAndAgents) {
    testing::World world;
    ASSERT_EQ(world.cli({"init"}).exit_code, 0);
    EXPECT_EQ(world.cli({"knowledge", "create", "--type", "tech-stack", "--title", "T", "--content", "C"}).exit_code,
              0);
    EXPECT_EQ(world.cli({"session", "start", "Look", "--mode", "quick-fix"}).exit_code, 0);
    EXPECT_EQ(world.cli({"session", "start", "Look", "--mode", "quick-fux"}).exit_code, 2);
    const json::object said = world.opencode(
        "tool", {{"sessionID", "s"},
                 {"tool", "hivemind_brain"},
                 {"args", {{"action", "write"}, {"type", "codebase-fact"}, {"title", "T2"}, {"content", "C2"}}}});
    EXPECT_NE(text_member(said, "output").find("Made the knowledge"), std::string_view::npos) << to_text(said);
}

}  // namespace
}  // namespace hm
