// Lists, one command a line (\N stands for the end of a line, ## begins a remark): what destroys, in many spellings,
// and what packages, makefiles and CI run every day. The first must be refused to an executor with a task, the second
// must not.
//
// The lists are texts without a project, so what a removal would take is given by a world of the test's own: a place
// that is named as outputs usually are holds what git ignores as a whole; any other place, and one below the sources,
// holds source with changes that were not committed. How real places are looked at is tested in
// tests/stress/removal_test.cc.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <regex>

#include "app/gate/trial.h"
#include "app/project/project.h"
#include "engine/gate/gate.h"
#include "engine/gate/removal_loss.h"
#include "engine/shell/places.h"
#include "support/places.h"
#include "support/world.h"

namespace hm {
namespace {

constexpr std::array destructive_lists{"destructive_commands.txt",  "destructive_spellings.txt",
                                       "destructive_adversary.txt", "destructive_fresh.txt",
                                       "destructive_unseen.txt",    "destructive_kinds.txt"};
constexpr std::array ordinary_lists{"ordinary_commands.txt", "ordinary_scripts.txt", "ordinary_ci.txt",
                                    "ordinary_fresh.txt",    "ordinary_unseen.txt",  "ordinary_kinds.txt"};

std::vector<std::string> commands_in(const std::string& name) {
    std::ifstream file(testing::source_directory() / "tests/lists" / name);
    std::vector<std::string> commands;
    std::string line;
    const std::regex line_end(R"(\\N)");
    while (std::getline(file, line)) {
        line = std::regex_replace(line, line_end, "\n");
        if (!line.empty() && !line.starts_with("##")) commands.push_back(line);
    }
    return commands;
}

std::vector<const char*> all_lists() {
    std::vector<const char*> lists(destructive_lists.begin(), destructive_lists.end());
    lists.insert(lists.end(), ordinary_lists.begin(), ordinary_lists.end());
    return lists;
}

class ShellCommands : public ::testing::Test {
protected:
    ShellCommands() {
        world_.cli({"init"});
        world_.cli({"task", "start", "Work"});
        project_ = std::make_unique<Project>(
            std::move(*Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(10)))));
    }

    Verdict verdict_on(const std::string& command, const std::string& role) {
        Workspace workspace = project_->workspace();
        auto trial = try_gate({{.tool = "bash", .kind = ToolKind::shell, .paths = {}, .command = command}, role, {}},
                              world_.directory(), workspace);
        EXPECT_TRUE(trial.has_value()) << command;
        if (!trial) return {};
        trial->facts.removals.clear();
        for (const Removal& removal : trial->facts.shell->removes) {
            // A word that may name a branch names one.
            const bool may_be_branch =
                removal.kind == RemovalKind::changes &&
                std::ranges::find(trial->facts.shell->writes, removal.path) == trial->facts.shell->writes.end();
            if (!may_be_branch) trial->facts.removals.push_back(held_by(removal));
        }
        return decide(trial->facts);
    }

    static RemovalFact held_by(const Removal& removal) {
        std::string_view written = removal.path;
        while (written.starts_with("./")) written.remove_prefix(2);
        std::string path = "/project/" + std::string(written);
        while (path.ends_with('/') || path.ends_with('*') || path.ends_with("/.")) path.pop_back();
        const RemovedPlace place{.path = path, .shown = removal.path, .is_doubtful = removal.is_doubtful};
        const std::string name = path.substr(path.rfind('/') + 1);
        const bool is_below_sources = written.starts_with("src/") || written.starts_with("internal/") ||
                                      written.starts_with("lib/") || written.starts_with("app/");
        const bool is_output = shell::is_build_output(removal.path) && !removal.is_doubtful &&
                               (!is_below_sources || shell::is_sure_output(name));
        if (is_output || removal.is_scratch || !is_taken(removal)) return {.path = removal.path};
        const HeldFile source{.path = path + "/main.c", .state = HeldState::modified};
        return loss_of(place, std::span(&source, 1), true, {});
    }

    // A single file that goes, gives way to another or is moved was the session's own. One of which git throws the
    // changes away holds what people write, and so does one that is emptied, where its name is that of a document or of
    // data.
    static bool is_taken(const Removal& removal) {
        if (removal.kind == RemovalKind::tree) return removal.has_glob || !shell::is_single_file({removal.path});
        const auto ends = [&](std::string_view ending) { return removal.path.ends_with(ending); };
        const bool is_written = shell::is_kept_by_hand(removal.path) ||
                                std::ranges::any_of(std::array{".txt", ".sqlite", ".db", ".csv", ".md"}, ends);
        const bool is_emptied = removal.kind == RemovalKind::content && removal.other.empty();
        return (is_emptied && is_written) || removal.kind == RemovalKind::changes;
    }

    testing::World world_;
    std::unique_ptr<Project> project_;
};

TEST_F(ShellCommands, ThatDestroyAreRefusedToAnExecutor) {
    for (const char* list : destructive_lists) {
        const auto commands = commands_in(list);
        ASSERT_GE(commands.size(), 300U);
        for (const std::string& command : commands) {
            EXPECT_EQ(verdict_on(command, "executor").outcome, Outcome::block) << command;
        }
    }
}

// By their names alone they passed for what builds leave.
TEST_F(ShellCommands, ThatRemoveSourcesNamedAsOutputsAreRefusedWhileTheyHoldChanges) {
    for (const char* folder : {"src/engine/artifacts", "internal/cache", "src/gen", "lib/logs", "src/reports",
                               "app/generated", "src/out", "internal/bin", "src/tmp"}) {
        for (const char* remover : {"rm -rf ", "rm -r ./", "rimraf ", "npx rimraf ", "trash ", "shx rm -rf "}) {
            const Verdict verdict = verdict_on(remover + std::string(folder), "executor");
            EXPECT_EQ(verdict.outcome, Outcome::block) << remover << folder;
            EXPECT_EQ(verdict.rule, GateRule::removal_restorable) << remover << folder;
        }
    }
    for (const char* command :
         {"find src/gen -type f -delete", "find src -name gen -exec rm -rf {} +", "rm -rf src/gen/*", "rm -f src/gen/*",
          "rm -rf $(find src -name artifacts)", "parallel rm -rf ::: src/gen",
          "hyperfine --prepare 'rm -rf src/gen' ls", "node -e \"require('fs').rmSync('src/gen',{recursive:true})\"",
          "cd src && rm -rf gen", "find src -name artifacts | xargs rm -rf",
          "find . -regex '.*/gen' -exec rm -rf {} +"}) {
        EXPECT_EQ(verdict_on(command, "executor").outcome, Outcome::block) << command;
    }
}

// No grant opens these, so they are told from what else may lie in such a folder.
TEST_F(ShellCommands, ThatAreAPersonsStayThatWhereverOurProgramLies) {
    for (const char* place : {"", "/usr/local/bin/", "/tmp/build/", "env -i /tmp/build/"}) {
        const std::string command = std::string(place) + "hivemind config set mode permissive";
        const Verdict verdict = verdict_on(command, "executor");
        EXPECT_EQ(verdict.outcome, Outcome::block) << command;
        EXPECT_NE(verdict.subject.find("is for the person alone"), std::string::npos) << verdict.subject;
    }
    const Verdict other = verdict_on("/tmp/build/hivemind status", "executor");
    EXPECT_NE(other.subject.find("runs a script that is not of the project"), std::string::npos) << other.subject;
}

TEST_F(ShellCommands, ThatAreOrdinaryPass) {
    for (const char* list : ordinary_lists) {
        const auto commands = commands_in(list);
        ASSERT_GE(commands.size(), 300U);
        std::vector<std::string> refused;
        for (const std::string& command : commands) {
            if (verdict_on(command, "executor").outcome == Outcome::block) refused.push_back(command);
        }
        EXPECT_LE(refused.size(), 3U) << ::testing::PrintToString(refused);
    }
}

// Gathered for the lists above and left out of them because they are refused, so that the lists alone look better than
// the policy is. The file says which are refused on purpose. One that passes from now on belongs in its list.
TEST_F(ShellCommands, ThatAreOrdinaryAndRefusedAreKnownByName) {
    for (const std::string& command : commands_in("ordinary_refused.txt")) {
        EXPECT_EQ(verdict_on(command, "executor").outcome, Outcome::block) << "move to the ordinary: " << command;
    }
}

// What somebody else would refuse and the policy lets pass on purpose; the file says why. One that is refused from now
// on belongs in its list.
TEST_F(ShellCommands, ThatAreLetThroughOnPurposeAreKnownByName) {
    for (const std::string& command : commands_in("destructive_let_through.txt")) {
        EXPECT_NE(verdict_on(command, "executor").outcome, Outcome::block) << "move to the destructive: " << command;
    }
}

// Not by our own judgement of them: whatever sends output anywhere but to /dev/null or another descriptor.
TEST_F(ShellCommands, ThatRedirectToAFileAreRefusedToACoordinator) {
    const std::regex quoted(R"('[^']*'|"[^"]*")");
    const std::regex redirect(R"((^|[^<>=-])[12&]?>>?\|?\s*(?!/dev/(null|stdout|stderr)|&|\(|=)\S)");
    for (const char* list : all_lists()) {
        for (const std::string& command : commands_in(list)) {
            if (!std::regex_search(std::regex_replace(command, quoted, "x"), redirect)) continue;
            EXPECT_EQ(verdict_on(command, "coordinator").outcome, Outcome::block) << command;
        }
    }
}

TEST_F(ShellCommands, ThatChangeAnythingAreRefusedToACoordinator) {
    for (const std::string& command : commands_in("changing_commands.txt")) {
        EXPECT_EQ(verdict_on(command, "coordinator").outcome, Outcome::block) << command;
    }
}

TEST_F(ShellCommands, LetACoordinatorChangeNothing) {
    constexpr std::array<std::string_view, 5> asking{"status", "log", "task list", "ready", "plan show"};
    for (const char* list : all_lists()) {
        for (const std::string& command : commands_in(list)) {
            if (verdict_on(command, "coordinator").outcome == Outcome::block) continue;
            const ShellJudgement judged = judge_shell(command, {.asking = asking});
            EXPECT_TRUE(judged.writes.empty()) << command;
            EXPECT_FALSE(is_graver(judged.worst.shell_class, ShellClass::git_read)) << command;
        }
    }
}

// Strict, and no task: who looks, builds or tests is let through, and who changes something is asked for one.
class WithoutATask : public ::testing::Test {
protected:
    WithoutATask() {
        world_.cli({"init", "--mode", "strict"});
        project_ = std::make_unique<Project>(
            std::move(*Project::open(world_.directory(), world_.clock(), world_.ids(), Deadline::in(seconds(10)))));
    }

    Verdict verdict_on(const std::string& command) {
        Workspace workspace = project_->workspace();
        auto trial = try_gate({{.tool = "bash", .kind = ToolKind::shell, .paths = {}, .command = command}, "solo", {}},
                              world_.directory(), workspace);
        EXPECT_TRUE(trial.has_value()) << command;
        return trial ? trial->verdict : Verdict{};
    }

    testing::World world_;
    std::unique_ptr<Project> project_;
};

TEST_F(WithoutATask, LookingBuildingAndTestingIsLetThrough) {
    const auto commands = commands_in("looking_commands.txt");
    ASSERT_GE(commands.size(), 500U);
    for (const std::string& command : commands) {
        const Verdict verdict = verdict_on(command);
        EXPECT_EQ(verdict.outcome, Outcome::allow) << command << "\n" << name_of(verdict.rule);
    }
}

TEST_F(WithoutATask, WhatChangesTheWorkIsAskedForOne) {
    const auto commands = commands_in("rewriting_commands.txt");
    ASSERT_GE(commands.size(), 150U);
    for (const std::string& command : commands) EXPECT_NE(verdict_on(command).outcome, Outcome::allow) << command;
}

}  // namespace
}  // namespace hm
