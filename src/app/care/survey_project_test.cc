// An existing project is taken under HiveMind, and the first turns in a new one.
#include "app/care/survey.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "support/world.h"
#include "view/project_text.h"

namespace hm {
namespace {

class Onboarding : public ::testing::Test {
protected:
    void put(const std::string& name, std::string_view text) {
        const auto path = world_.directory() / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }
    std::string read(const std::string& name) {
        std::ifstream in(world_.directory() / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::string pack(std::string_view session, std::string_view prompt) {
        world_.opencode("chat.message", {{"sessionID", session}, {"text", prompt}});
        const json::object told = world_.opencode("messages.transform", {{"sessionID", session}, {"prompt", prompt}});
        return std::string(text_member(told, "inject"));
    }

    testing::World world_;
};

TEST_F(Onboarding, LooksAtAnExistingProjectOnceAndOverrulesNothing) {
    put("AGENTS.md", "Use tabs.\n");
    put(".cursor/rules/style.mdc", "Be brief.\n");
    put("PLAN.md", "# Move the harbour\n- [x] dig\n- [ ] fill\n");
    put(".specify/memory/constitution.md", "# Rules\n");
    const auto init = world_.cli({"init"});
    ASSERT_EQ(init.exit_code, 0) << init.err;
    EXPECT_NE(init.out.find("found rules for agents: AGENTS.md, .cursor/rules/style.mdc"), std::string::npos)
        << init.out;
    EXPECT_NE(init.out.find("found plans: PLAN.md"), std::string::npos);
    EXPECT_NE(init.out.find("Spec Kit (.specify)"), std::string::npos);
    EXPECT_EQ(read("AGENTS.md"), "Use tabs.\n");
    EXPECT_EQ(read("PLAN.md"), "# Move the harbour\n- [x] dig\n- [ ] fill\n");

    const std::string shown = pack("s", "What is here?");
    EXPECT_NE(shown.find("Rules of this project for agents: AGENTS.md"), std::string::npos) << shown;
    EXPECT_NE(shown.find("Plans that were here before HiveMind: PLAN.md"), std::string::npos);
    EXPECT_NE(to_text(world_.cli_json({"memory", "list"})).find("1 of 2 points done"), std::string::npos);

    ASSERT_EQ(world_.cli({"anchor", "remove", "project_rules"}).exit_code, 0);
    const auto again = world_.cli({"init"});
    EXPECT_EQ(again.out.find("found"), again.out.find("found " + (world_.directory() / ".hivemind").string()));
    EXPECT_EQ(to_text(world_.cli_json({"anchor", "list"})).find("project_rules"), std::string::npos)
        << "what a person took away stays away";
}

TEST_F(Onboarding, LooksAgainWhereInitWasKilledBeforeItLooked) {
    put("AGENTS.md", "Use tabs.\n");
    put("PLAN.md", "# Move the harbour\n- [ ] dig\n");
    {
        ASSERT_TRUE(Project::create(world_.directory(), world_.clock(), world_.ids()).has_value());
    }
    EXPECT_NE(world_.cli({"init"}).out.find("found rules for agents: AGENTS.md"), std::string::npos);
    EXPECT_NE(to_text(world_.cli_json({"anchor", "list"})).find("project_rules"), std::string::npos);
    EXPECT_NE(to_text(world_.cli_json({"memory", "list"})).find("Move the harbour"), std::string::npos);
    EXPECT_EQ(world_.cli({"init"}).out.find("found rules"), std::string::npos) << "once";
}

TEST_F(Onboarding, OnlyTellsInADryRunAndIsSilentInAnEmptyProject) {
    EXPECT_EQ(world_.cli({"init", "--dry-run"}).out.find("found"), std::string::npos);
    put("CLAUDE.md", "Be kind.\n");
    EXPECT_NE(world_.cli({"init", "--dry-run"}).out.find("found rules for agents: CLAUDE.md"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(world_.directory() / ".hivemind"));
    const json::value told = world_.cli_json({"init"});
    EXPECT_EQ(to_text(told.at("found").at("rules")), R"(["CLAUDE.md"])");
}

TEST_F(Onboarding, TheFirstTwoTurnsOfAProjectSayHowToBegin) {
    ASSERT_EQ(world_.cli({"init"}).exit_code, 0);
    const std::string begin = "This project is new to HiveMind";
    EXPECT_NE(pack("s", "Hello there").find(begin), std::string::npos);
    EXPECT_NE(pack("s", "And then this").find(begin), std::string::npos);
    EXPECT_EQ(pack("s", "A third thing").find(begin), std::string::npos);
    EXPECT_EQ(pack("next", "Another session").find(begin), std::string::npos);
}

TEST_F(Onboarding, NamesOnlyWhatExistsWhenItSaysHowToBegin) {
    ASSERT_EQ(world_.cli({"init"}).exit_code, 0);
    const std::string text = setup_text();
    std::size_t named = 0;
    const std::regex call(R"((govern_\w+|hivemind_\w+) (\w+))");
    for (std::sregex_iterator it(text.begin(), text.end(), call), end; it != end; ++it, ++named) {
        const json::array tasks{json::object{{"name", "Dig the harbour"}, {"expected", "A harbour"}}};
        json::object args{{"action", (*it)[2].str()}, {"plan", "Begin"}, {"tasks", tasks}};
        const json::object reply =
            world_.opencode("tool", {{"sessionID", "s"}, {"tool", (*it)[1].str()}, {"args", std::move(args)}});
        EXPECT_EQ(text_member(reply, "output").find("WHAT:"), std::string_view::npos) << to_text(reply);
    }
    EXPECT_NE(to_text(world_.cli_json({"plan", "list"})).find("\"Begin\""), std::string::npos);
    EXPECT_NE(to_text(world_.cli_json({"task", "list"})).find("\"Dig the harbour\""), std::string::npos);
    const std::regex command("`hivemind ([a-z ]+)`");
    for (std::sregex_iterator it(text.begin(), text.end(), command), end; it != end; ++it, ++named) {
        EXPECT_EQ(world_.cli({(*it)[1].str()}).exit_code, 0) << it->str();
    }
    EXPECT_EQ(named, 2U) << text;
}

}  // namespace
}  // namespace hm
