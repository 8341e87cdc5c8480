// Where the store lies in a git project: with the real git, in checkouts, worktrees, bare repositories, submodules and
// parts of a repository; and how a store that lies in the work tree gets there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "adapters/cli/cli.h"
#include "app/project/project.h"
#include "app/project/project_at.h"
#include "support/file_bytes.h"
#include "support/world.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

class StoreInGit : public ::testing::Test {
protected:
    StoreInGit() { make_repository(main()); }

    fs::path folder() const { return world_.directory(); }
    fs::path main() const { return folder() / "main"; }
    fs::path store() const { return main() / ".git" / "hivemind"; }

    static void git(const fs::path& directory, const std::string& arguments) {
        const std::string command = fmt::format(
            "cd '{}' && git -c user.name=a -c user.email=a@localhost -c init.defaultBranch=main "
            "-c protocol.file.allow=always {} >/dev/null 2>&1",
            directory.string(), arguments);
        EXPECT_EQ(std::system(command.c_str()), 0) << arguments;
    }

    static void make_repository(const fs::path& root) {
        fs::create_directories(root);
        git(root, "init -q");
        std::ofstream(root / "a.txt") << "a\n";
        git(root, "add a.txt");
        git(root, "commit -q -m begin");
    }

    CliOutcome run(const fs::path& directory, const std::vector<std::string>& arguments) {
        CliOutcome outcome;
        cli::Environment environment{
            .directory = directory,
            .program = "/usr/bin/hivemind",
            .clock = world_.clock(),
            .ids = world_.ids(),
            .who_typed = [] { return ActorKind::person; },
            .out = [&](std::string_view text) { outcome.out += text; },
            .err = [&](std::string_view text) { outcome.err += text; },
            .variable = [this](const char* name) -> std::optional<std::string> {
                return std::string_view(name) == "HOME" ? std::optional((folder() / "home").string()) : std::nullopt;
            },
        };
        outcome.exit_code = cli::run(arguments, environment);
        return outcome;
    }

    void init(const fs::path& directory, const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{"init"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const CliOutcome made = run(directory, arguments);
        EXPECT_EQ(made.exit_code, 0) << made.out << made.err;
    }

    void save(const fs::path& directory, const std::string& text) {
        const CliOutcome saved = run(directory, {"memory", "save", text});
        EXPECT_EQ(saved.exit_code, 0) << saved.out << saved.err;
    }

    bool knows(const fs::path& directory, std::string_view text) {
        return run(directory, {"memory", "list"}).out.find(text) != std::string::npos;
    }

    // As an agent's write of that file would be judged in that directory.
    std::string judged(const fs::path& directory, const fs::path& file) {
        return run(directory, {"gate", "try", "--json", "--tool", "write", "--args",
                               fmt::format("{{\"filePath\":\"{}\",\"content\":\"x\"}}", file.string())})
            .out;
    }
    bool is_refused(const fs::path& directory, const fs::path& file) {
        return judged(directory, file).find("\"verdict\":\"block\"") != std::string::npos;
    }

    World world_;
};

TEST_F(StoreInGit, LiesInGitsDirectoryAndSurvivesWhatGitTakes) {
    init(main());
    save(main(), "kept whatever git does");
    EXPECT_TRUE(fs::exists(store() / "hivemind.db"));
    EXPECT_FALSE(fs::exists(main() / ".hivemind" / "hivemind.db"));
    for (const char* act : {"clean -ffdx", "stash -u", "stash --all", "reset -q --hard", "gc -q --prune=now"}) {
        std::ofstream(main() / "mine.txt") << "x";
        git(main(), act);
        EXPECT_TRUE(knows(main(), "kept whatever git does")) << act;
    }
    save(main(), "and written to afterwards");
    EXPECT_TRUE(knows(main(), "and written to afterwards"));
}

TEST_F(StoreInGit, IsSharedByWorktreesThatHaveTheirOwnRoots) {
    init(main());
    const fs::path feature = folder() / "feature";
    const fs::path other = folder() / "other";
    git(main(), fmt::format("worktree add -q '{}'", feature.string()));
    git(main(), fmt::format("worktree add -q '{}'", other.string()));
    save(feature, "found in the worktree");
    EXPECT_TRUE(knows(main(), "found in the worktree"));
    EXPECT_TRUE(knows(other, "found in the worktree"));
    EXPECT_EQ(project_root(feature), feature);
    EXPECT_FALSE(is_refused(feature, "src/a.ts"));
    EXPECT_FALSE(is_refused(feature, feature / "src/a.ts")) << judged(feature, feature / "src/a.ts");
    EXPECT_TRUE(is_refused(feature, main() / "src/a.ts"));
    EXPECT_TRUE(is_refused(feature, other / "src/a.ts"));
    EXPECT_TRUE(is_refused(main(), feature / "src/a.ts"));
    EXPECT_TRUE(is_refused(feature, store() / "hivemind.db"));
    // A task of one checkout is one of all.
    ASSERT_EQ(run(feature, {"task", "start", "Shared work"}).exit_code, 0);
    EXPECT_NE(run(main(), {"task", "list"}).out.find("Shared work"), std::string::npos);
}

TEST_F(StoreInGit, IsNotCloned) {
    init(main());
    save(main(), "of the original");
    git(folder(), "clone -q main clone");
    EXPECT_FALSE(is_project(folder() / "clone"));
    init(folder() / "clone");
    EXPECT_FALSE(knows(folder() / "clone", "of the original"));
    EXPECT_TRUE(knows(main(), "of the original"));
}

TEST_F(StoreInGit, IsOneForABareRepositoryAndItsWorktrees) {
    git(folder(), "clone -q --bare main bare.git");
    git(folder() / "bare.git", "worktree add -q ../one");
    git(folder() / "bare.git", "worktree add -q ../two");
    init(folder() / "one");
    save(folder() / "one", "in the bare repository");
    EXPECT_TRUE(fs::exists(folder() / "bare.git/hivemind/hivemind.db"));
    EXPECT_TRUE(knows(folder() / "two", "in the bare repository"));
    EXPECT_TRUE(is_refused(folder() / "one", folder() / "bare.git/hivemind/hivemind.db"));
    // The work trees may go; the store stays with the repository.
    fs::remove_all(folder() / "one");
    fs::remove_all(folder() / "two");
    git(folder() / "bare.git", "worktree prune");
    git(folder() / "bare.git", "worktree add -q ../three");
    EXPECT_TRUE(knows(folder() / "three", "in the bare repository"));
}

TEST_F(StoreInGit, SurvivesItsWorkTreeWithASeparateGitDirectory) {
    const fs::path tree = folder() / "tree";
    fs::create_directories(tree);
    git(tree, "init -q --separate-git-dir ../elsewhere.git");
    git(tree, "commit -q --allow-empty -m begin");
    init(tree);
    save(tree, "outlives the work tree");
    fs::remove_all(tree);
    fs::create_directories(folder() / "again");
    std::ofstream(folder() / "again" / ".git") << "gitdir: " << (folder() / "elsewhere.git").string() << "\n";
    EXPECT_TRUE(knows(folder() / "again", "outlives the work tree"));
}

TEST_F(StoreInGit, OfASubmoduleIsItsOwn) {
    make_repository(folder() / "library");
    git(main(), "submodule add -q ../library library");
    init(main());
    init(main() / "library");
    save(main(), "of the whole");
    // The project around it governs a submodule that is none itself; this one found that.
    EXPECT_TRUE(knows(main() / "library", "of the whole"));
    const fs::path own = folder() / "own";
    make_repository(own);
    git(own, "submodule add -q ../library library");
    init(own / "library");
    EXPECT_TRUE(fs::exists(own / ".git/modules/library/hivemind/hivemind.db"));
    EXPECT_FALSE(is_project(own));
}

TEST_F(StoreInGit, OfAPartOfARepositoryIsItsOwnInEveryWorktree) {
    fs::create_directories(main() / "apps/one");
    fs::create_directories(main() / "apps/two");
    init(main() / "apps/one");
    save(main() / "apps/one", "of the first part");
    EXPECT_FALSE(is_project(main()));
    EXPECT_FALSE(is_project(main() / "apps/two"));
    init(main() / "apps/two");
    EXPECT_FALSE(knows(main() / "apps/two", "of the first part"));
    git(main(), "worktree add -q ../feature");
    fs::create_directories(folder() / "feature/apps/one");
    EXPECT_TRUE(knows(folder() / "feature/apps/one", "of the first part"));
    git(main(), "clean -ffdx");
    fs::create_directories(main() / "apps/one");
    EXPECT_TRUE(knows(main() / "apps/one", "of the first part"));
}

TEST_F(StoreInGit, MovesWithTheProject) {
    init(main());
    save(main(), "moved along");
    fs::rename(main(), folder() / "moved");
    EXPECT_TRUE(knows(folder() / "moved", "moved along"));
    EXPECT_FALSE(is_project(main()));
}

TEST_F(StoreInGit, IsMovedThereByInitWithAllThatBelongsToIt) {
    const fs::path root = folder() / "later";
    fs::create_directories(root);
    init(root, {"--mode", "strict"});
    save(root, "from before git");
    ASSERT_EQ(run(root, {"backup"}).exit_code, 0);
    git(root, "init -q");
    // It goes on working where it is until then, and the doctor says so.
    EXPECT_TRUE(knows(root, "from before git"));
    EXPECT_NE(run(root, {"doctor"}).out.find("git clean -x"), std::string::npos);
    const CliOutcome shown = run(root, {"init", "--dry-run"});
    EXPECT_NE(shown.out.find("would move the store from"), std::string::npos) << shown.out << shown.err;
    EXPECT_TRUE(fs::exists(root / ".hivemind/hivemind.db"));
    fs::create_directories(root / ".hivemind/spool");
    std::ofstream(root / ".hivemind/spool/left.refused") << "{}";

    const CliOutcome moved = run(root, {"init"});
    EXPECT_EQ(moved.exit_code, 0) << moved.err;
    EXPECT_NE(moved.out.find("moving the store from"), std::string::npos) << moved.out;
    const fs::path there = root / ".git/hivemind";
    EXPECT_FALSE(fs::exists(root / ".hivemind/hivemind.db"));
    EXPECT_TRUE(fs::exists(there / "spool/left.refused"));
    EXPECT_FALSE(fs::is_empty(there / "backups"));
    EXPECT_TRUE(fs::exists(there / "fails_closed"));
    EXPECT_FALSE(fs::exists(there / "moving_from"));
    EXPECT_TRUE(knows(root, "from before git"));
    EXPECT_NE(run(root, {"doctor"}).out.find("The store is yours: made here"), std::string::npos);
    EXPECT_EQ(run(root, {"config", "get", "mode"}).out.find("strict") == std::string::npos, false);
    EXPECT_EQ(run(root, {"init"}).out.find("moving"), std::string::npos) << "once";
}

TEST_F(StoreInGit, IsNoticedByAProcessThatHadItOpen) {
    const fs::path root = folder() / "later";
    fs::create_directories(root);
    init(root);
    KeptRoot kept;
    std::optional<Project> project;
    ASSERT_TRUE(kept.open(project, root, world_.clock(), world_.ids(), Deadline::in(seconds(5))));
    const std::size_t openings = kept.openings();
    git(root, "init -q");
    // Somebody holds it: nothing is moved, and that is said.
    EXPECT_NE(run(root, {"init"}).exit_code, 0);
    EXPECT_TRUE(fs::exists(root / ".hivemind/hivemind.db"));
    project.reset();
    init(root);
    ASSERT_TRUE(kept.open(project, root, world_.clock(), world_.ids(), Deadline::in(seconds(5))));
    EXPECT_EQ(kept.openings(), openings + 1);
    EXPECT_EQ(project->workspace().store.paths().store, root / ".git/hivemind");
}

TEST_F(StoreInGit, GetsWhatAKilledMoveLeftBehind) {
    init(main());
    save(main(), "moved already");
    std::ofstream(store() / "moving_from") << (main() / ".hivemind").string();
    fs::create_directories(main() / ".hivemind/aside/20260101T000000Z");
    EXPECT_NE(run(main(), {"doctor"}).out.find("part of it is still in"), std::string::npos);
    init(main());
    EXPECT_TRUE(fs::exists(store() / "aside/20260101T000000Z"));
    EXPECT_FALSE(fs::exists(store() / "moving_from"));
}

// A spool that came with a clone is nobody's left one.
TEST_F(StoreInGit, TakesNothingFromTheWorkTreeByItself) {
    init(main());
    fs::create_directories(main() / ".hivemind/spool");
    std::ofstream(main() / ".hivemind/spool/foreign.json") << "{}";
    write_bytes(main() / ".hivemind/hivemind.db", "not ours");
    init(main());
    EXPECT_TRUE(fs::exists(main() / ".hivemind/spool/foreign.json"));
    EXPECT_NE(run(main(), {"doctor"}).out.find("is not used"), std::string::npos);
    EXPECT_EQ(run(main(), {"status"}).exit_code, 0);
}

TEST_F(StoreInGit, ThatCannotBeReachedIsAFailureAndNotNoProject) {
    init(main(), {"--mode", "strict"});
    git(main(), "worktree add -q ../alone");
    fs::rename(main(), folder() / "hidden");
    const fs::path alone = folder() / "alone";
    EXPECT_TRUE(is_project(alone));
    const CliOutcome status = run(alone, {"status"});
    EXPECT_EQ(status.exit_code, 6) << status.out << status.err;
    EXPECT_NE(status.err.find("git directory"), std::string::npos) << status.err;
    EXPECT_EQ(run(alone, {"init"}).exit_code, 6);
    EXPECT_FALSE(fs::exists(alone / ".hivemind/hivemind.db"));
    fs::rename(folder() / "hidden", main());
    EXPECT_EQ(run(alone, {"status"}).exit_code, 0);
}

TEST_F(StoreInGit, ThatWasDeletedIsMissed) {
    init(main(), {"--mode", "strict"});
    fs::remove_all(store());
    EXPECT_TRUE(is_project(main()));
    EXPECT_TRUE(is_marked_closed(main()));
    EXPECT_EQ(run(main(), {"status"}).exit_code, 6);
    fs::remove_all(main() / ".hivemind");
    EXPECT_TRUE(is_project(main())) << "the state folder knows the place";
    EXPECT_TRUE(is_marked_closed(main()));
}

TEST_F(StoreInGit, GoesWithEverythingElseWhenAllIsUninstalled) {
    init(main(), {"--client", "claude-code", "--yes"});
    save(main(), "to be forgotten");
    const CliOutcome kept = run(main(), {"uninstall", "--yes"});
    EXPECT_EQ(kept.exit_code, 0) << kept.out << kept.err;
    EXPECT_NE(kept.out.find("The store stays"), std::string::npos) << kept.out;
    EXPECT_TRUE(knows(main(), "to be forgotten"));
    const CliOutcome gone = run(main(), {"uninstall", "--all", "--yes"});
    EXPECT_EQ(gone.exit_code, 0) << gone.out << gone.err;
    EXPECT_FALSE(fs::exists(store()));
    EXPECT_FALSE(fs::exists(main() / ".hivemind"));
    EXPECT_FALSE(fs::exists(main() / ".claude"));
    EXPECT_FALSE(is_project(main()));
    EXPECT_EQ(bytes_of(main() / ".git/info/exclude").find("ive"), std::string::npos);
}

TEST_F(StoreInGit, HasItsWiringForThisMachineKeptOutOfGit) {
    const CliOutcome made = run(main(), {"init", "--client", "claude-code", "--mode", "strict", "--yes"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_NE(made.out.find(".claude/settings.local.json: this machine only"), std::string::npos) << made.out;
    EXPECT_FALSE(fs::exists(main() / ".claude/settings.json"));
    const fs::path listed = folder() / "status";
    std::ignore = std::system(
        fmt::format("cd '{}' && git status --porcelain -uall > '{}'", main().string(), listed.string()).c_str());
    EXPECT_EQ(bytes_of(listed), "");
}

TEST_F(StoreInGit, MovesAWiringOutOfASharedFile) {
    init(main());
    // As older programs wired it, beside a setting of the team's.
    fs::create_directories(main() / ".claude");
    const std::string shared = "{\n  \"model\": \"opus\"\n}\n";
    write_bytes(main() / ".claude/settings.json",
                R"({"model": "opus", "hooks": {"PreToolUse": [{"matcher": "", "hooks": [{"type": "command",)"
                R"( "command": "/usr/bin/hivemind", "args": ["hook", "claude-code", "PreToolUse", "--fail", "closed"],)"
                R"( "onFailure": "block"}]}]}})");
    git(main(), "add .claude/settings.json");
    EXPECT_NE(run(main(), {"init"}).exit_code, 0) << "nobody was there to agree";
    init(main(), {"--yes"});
    EXPECT_EQ(bytes_of(main() / ".claude/settings.json").find("hivemind"), std::string::npos);
    EXPECT_NE(bytes_of(main() / ".claude/settings.json").find("opus"), std::string::npos);
    EXPECT_NE(bytes_of(main() / ".claude/settings.local.json").find("PreToolUse"), std::string::npos);
}

// A colleague has the file, and neither the program nor the mark of this machine.
TEST_F(StoreInGit, LetsAColleagueWithoutTheProgramGoOn) {
    init(main());
    fs::create_directories(main() / ".gemini");
    write_bytes(main() / ".gemini/settings.json", "{}\n");
    git(main(), "add -f .gemini/settings.json");
    init(main(), {"--client", "gemini", "--mode", "strict", "--yes"});
    const std::string wired = bytes_of(main() / ".gemini/settings.json");
    EXPECT_EQ(wired.find("--fail closed"), std::string::npos) << wired;
    EXPECT_NE(wired.find("fails_closed"), std::string::npos) << "the mark of this machine decides";
    EXPECT_NE(wired.find("is not installed here"), std::string::npos);
}

}  // namespace
}  // namespace hm::testing
