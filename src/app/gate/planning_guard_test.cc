// Read before you write, as an agent meets it: its own tools on planning files.
#include <gtest/gtest.h>

#include <fstream>

#include "engine/project/paths.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class PlanningFiles : public ::testing::Test {
protected:
    void begin(const char* mode) {
        ASSERT_EQ(world_.cli({"init", "--mode", mode}).exit_code, 0);
        for (const char* session : {"a", "b"}) {
            // The name of an open task means that task, which one session holds.
            const std::string name = std::string("Plan of ") + session;
            const json::object told = world_.opencode(
                "tool",
                {{"sessionID", session}, {"tool", "govern_task"}, {"args", {{"action", "start"}, {"name", name}}}});
            ASSERT_NE(text_member(told, "output").find("Started"), std::string_view::npos) << to_text(told);
        }
    }
    void person_writes(const std::string& path, const std::string& text) {
        fs::create_directories((world_.directory() / path).parent_path());
        std::ofstream(world_.directory() / path) << text;
    }
    json::object arguments(const std::string& tool, const std::string& what) {
        if (tool == "bash") return {{"command", what}};
        return {{"filePath", (world_.directory() / what).string()}};
    }
    json::object before(const std::string& session, const std::string& tool, const std::string& what) {
        return world_.opencode("tool.execute.before",
                               {{"sessionID", session}, {"tool", tool}, {"args", arguments(tool, what)}});
    }
    void after(const std::string& session, const std::string& tool, const std::string& what) {
        world_.opencode("tool.execute.after",
                        {{"sessionID", session}, {"tool", tool}, {"args", arguments(tool, what)}});
    }
    std::string verdict(const std::string& session, const std::string& tool, const std::string& what) {
        return std::string(text_member(before(session, tool, what), "verdict"));
    }

    World world_;
};

TEST_F(PlanningFiles, AreReadBeforeTheyAreWritten) {
    begin("strict");
    person_writes("docs/plans/auth.md", "# Auth\n");
    const json::object refused = before("a", "write", "docs/plans/auth.md");
    EXPECT_EQ(text_member(refused, "verdict"), "block");
    EXPECT_NE(text_member(refused, "message").find("USE INSTEAD: Read the file, then write it."),
              std::string_view::npos);
    after("a", "read", "docs/plans/auth.md");
    EXPECT_EQ(verdict("a", "write", "docs/plans/auth.md"), "allow");
    EXPECT_EQ(verdict("b", "write", "docs/plans/auth.md"), "block") << "what one session read, another has not";
    EXPECT_EQ(verdict("a", "write", "docs/plans/new.md"), "allow") << "there is nothing to lose";
    person_writes("docs/notes.md", "# Notes\n");
    EXPECT_EQ(verdict("a", "write", "docs/notes.md"), "allow") << "not a planning file";
}

TEST_F(PlanningFiles, ThatSomebodyChangedAreReadAgainFirst) {
    begin("strict");
    person_writes("PLAN.md", "one\n");
    after("a", "read", "PLAN.md");
    person_writes("PLAN.md", "two\n");  // as many lines, another content
    const json::object refused = before("a", "edit", "PLAN.md");
    EXPECT_EQ(text_member(refused, "verdict"), "block");
    EXPECT_NE(text_member(refused, "message").find("somebody changed since you read it"), std::string_view::npos);
    after("a", "read", "PLAN.md");
    EXPECT_EQ(verdict("a", "edit", "PLAN.md"), "allow");
}

TEST_F(PlanningFiles, ThatASessionWroteItselfItNeedNotReadAgain) {
    begin("strict");
    ASSERT_EQ(verdict("a", "write", "PLAN.md"), "allow");
    person_writes("PLAN.md", "by a\n");
    after("a", "write", "PLAN.md");
    EXPECT_EQ(verdict("a", "edit", "PLAN.md"), "allow");
    after("b", "read", "PLAN.md");
    person_writes("PLAN.md", "by a\nagain\n");
    after("a", "write", "PLAN.md");
    EXPECT_EQ(verdict("a", "edit", "PLAN.md"), "allow");
    EXPECT_EQ(verdict("b", "edit", "PLAN.md"), "block") << "another wrote it meanwhile";
}

TEST_F(PlanningFiles, MayBeReadAndWrittenInAShellToo) {
    begin("strict");
    person_writes("docs/plans/auth.md", "# Auth\n");
    EXPECT_EQ(verdict("a", "bash", "echo more >> docs/plans/auth.md"), "block");
    after("a", "bash", "ls -l docs/plans/auth.md && git add docs/plans/auth.md");
    EXPECT_EQ(verdict("a", "bash", "echo more >> docs/plans/auth.md"), "block") << "named, not shown";
    after("a", "bash", "cd . && cat 'docs/plans/auth.md' | head -5");
    EXPECT_EQ(verdict("a", "bash", "echo more >> docs/plans/auth.md"), "allow");
}

TEST_F(PlanningFiles, UnreadOnlyAdvisesInAssistedAndChangedStillHolds) {
    begin("assisted");
    person_writes("PLAN.md", "one\n");
    EXPECT_EQ(verdict("a", "write", "PLAN.md"), "advise");
    after("a", "read", "PLAN.md");
    person_writes("PLAN.md", "two\n");
    EXPECT_EQ(verdict("a", "write", "PLAN.md"), "block");
}

TEST_F(PlanningFiles, AreAlsoThoseThatThePlanInHandNames) {
    ASSERT_EQ(world_.cli({"init", "--mode", "strict"}).exit_code, 0);
    person_writes("docs/design.md", "# Design\n");
    world_.opencode("tool", {{"sessionID", "a"},
                             {"tool", "govern_plan"},
                             {"args", {{"action", "quick_start"}, {"name", "Write the design"}}}});
    EXPECT_EQ(verdict("a", "write", "docs/design.md"), "allow");
    const json::value plans = world_.cli_json({"plan", "list"});
    const std::string id(plans.as_array().front().at("id").as_string());
    ASSERT_EQ(world_.cli({"plan", "change", id, "--sot-document-path", "docs/design.md"}).exit_code, 0);
    EXPECT_EQ(verdict("a", "write", "docs/design.md"), "block");
    after("a", "read", "docs/design.md");
    EXPECT_EQ(verdict("a", "write", "docs/design.md"), "allow");
}

TEST_F(PlanningFiles, WhatWasSeenStaysSmall) {
    begin("strict");
    for (int i = 0; i < 400; ++i) {
        const std::string path = "docs/" + std::string(200, 'x') + std::to_string(i % 300) + ".md";
        if (i < 300) person_writes(path, "text\n");
        after("a", "read", path);
    }
    std::uintmax_t bytes = 0;
    for (const auto& file : fs::directory_iterator(world_.directory() / ".hivemind/seen/read"))
        bytes += file.file_size();
    EXPECT_GT(bytes, 0U);
    EXPECT_LT(bytes, 130'000U);
}

TEST(PlanningFileNames, AreToldByNameAndFolder) {
    for (const char* path : {"PLAN.md", "sub/ROADMAP.md", "docs/plans/a.md", "docs/plans/deep/b.md", "plans/a.md",
                             ".planning/STATE.md", "TODO.md", "specs/001-x/tasks.md"}) {
        EXPECT_TRUE(is_planning_file(path, CaseRules::sensitive)) << path;
    }
    for (const char* path :
         {"README.md", "docs/plan.txt", "src/plans/a.ts", "planets/a.md", "explanation.md", "md", ""}) {
        EXPECT_FALSE(is_planning_file(path, CaseRules::sensitive)) << path;
    }
    EXPECT_TRUE(is_planning_file("plan.MD", CaseRules::insensitive));
}

}  // namespace
}  // namespace hm::testing
