// git neither takes the store nor stages anything of .hivemind: with the real git, in a checkout, in a worktree, and in
// a project below the top of a repository.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

#include "store/files/locate.h"
#include "support/file_bytes.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

namespace fs = std::filesystem;

bool run_git(const fs::path& directory, const std::string& arguments) {
    const std::string command = fmt::format(
        "cd '{}' && git -c user.name=a -c user.email=a@localhost -c init.defaultBranch=main {} >/dev/null 2>&1",
        directory.string(), arguments);
    return std::system(command.c_str()) == 0;
}

std::string listed_by_git(const fs::path& directory, const std::string& arguments, const fs::path& file) {
    const std::string command =
        fmt::format("cd '{}' && git {} > '{}' 2>&1", directory.string(), arguments, file.string());
    EXPECT_EQ(std::system(command.c_str()), 0);
    return bytes_of(file);
}

class GitBesideStore : public ::testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(top());
        ASSERT_TRUE(run_git(top(), "init -q"));
        ASSERT_TRUE(run_git(top(), "commit -q --allow-empty -m begin"));
    }

    // A file of the person's own goes and comes; the store stays where it is.
    void expect_left_alone(const fs::path& root, const fs::path& checkout) const {
        const fs::path views = root / ".hivemind";
        const auto expect_whole = [&](std::string_view after) {
            EXPECT_TRUE(fs::exists(project_paths(root).database)) << after;
            EXPECT_FALSE(fs::exists(views / "hivemind.db")) << after;
            EXPECT_TRUE(fs::exists(views / ".gitignore")) << after;
            EXPECT_EQ(run_hivemind({"memory", "list"}, {root}).exit_code, 0) << after;
        };
        std::ofstream(checkout / "mine.txt") << "x";
        EXPECT_TRUE(run_git(checkout, "stash -u"));
        EXPECT_FALSE(fs::exists(checkout / "mine.txt"));
        expect_whole("stash -u");
        EXPECT_TRUE(run_git(checkout, "stash pop"));
        EXPECT_TRUE(fs::exists(checkout / "mine.txt"));
        EXPECT_TRUE(run_git(checkout, "clean -fd"));
        EXPECT_FALSE(fs::exists(checkout / "mine.txt"));
        expect_whole("clean -fd");
        // Also where a tool took the file that ignores the rest.
        fs::remove(views / ".gitignore");
        std::ofstream(checkout / "mine.txt") << "x";
        EXPECT_TRUE(run_git(checkout, "add -A"));
        const std::string staged = listed_by_git(checkout, "diff --cached --name-only", folder_.path() / "staged");
        EXPECT_EQ(staged.find(".hivemind"), std::string::npos) << staged;
        EXPECT_NE(staged.find("mine.txt"), std::string::npos) << staged;
        const std::string untracked = listed_by_git(checkout, "status --porcelain -uall", folder_.path() / "status");
        EXPECT_EQ(untracked.find(".hivemind"), std::string::npos) << untracked;
        // Also what takes ignored files takes nothing of the store.
        for (const char* act : {"stash --all", "clean -ffdx"}) {
            EXPECT_TRUE(run_git(checkout, act)) << act;
            fs::create_directories(root);
            EXPECT_EQ(run_hivemind({"memory", "list"}, {root}).exit_code, 0) << act;
        }
    }

    fs::path top() const { return folder_.path() / "top"; }
    TempDirectory folder_;
};

TEST_F(GitBesideStore, LeavesItAlone) {
    const Ended made = run_hivemind({"init"}, {top()});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_NE(made.out.find("wrote .git/info/exclude"), std::string::npos) << made.out;
    expect_left_alone(top(), top());
}

TEST_F(GitBesideStore, LeavesItAloneBelowTheTop) {
    const fs::path nested = top() / "apps" / "one";
    fs::create_directories(nested);
    ASSERT_EQ(run_hivemind({"init"}, {nested}).exit_code, 0);
    expect_left_alone(nested, top());
}

TEST_F(GitBesideStore, LeavesItAloneInAWorktree) {
    ASSERT_EQ(run_hivemind({"init"}, {top()}).exit_code, 0);
    const fs::path worktree = folder_.path() / "worktree";
    ASSERT_TRUE(run_git(top(), fmt::format("worktree add -q '{}'", worktree.string())));
    ASSERT_EQ(run_hivemind({"memory", "save", "from the worktree"}, {worktree}).exit_code, 0);
    std::ofstream(worktree / "mine.txt") << "x";
    EXPECT_TRUE(run_git(worktree, "stash -u"));
    EXPECT_TRUE(run_git(worktree, "clean -fd"));
    EXPECT_TRUE(fs::exists(top() / ".git/hivemind/hivemind.db"));
    const Ended again = run_hivemind({"init"}, {worktree});
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_FALSE(fs::exists(worktree / ".hivemind/hivemind.db")) << "worktrees share one store";
}

TEST_F(GitBesideStore, LeavesItAloneInARepositoryWithinAnother) {
    const fs::path inner = top() / "inner";
    fs::create_directories(inner);
    fs::create_directories(top() / ".git/modules");
    ASSERT_TRUE(run_git(inner, "init -q --separate-git-dir ../.git/modules/inner"));
    ASSERT_TRUE(run_git(inner, "commit -q --allow-empty -m begin"));
    ASSERT_EQ(run_hivemind({"init"}, {inner}).exit_code, 0);
    EXPECT_NE(bytes_of(top() / ".git/modules/inner/info/exclude").find(".hivemind"), std::string::npos);
    expect_left_alone(inner, inner);
    EXPECT_TRUE(run_git(top(), "clean -fd"));
    EXPECT_TRUE(fs::exists(top() / ".git/modules/inner/hivemind/hivemind.db"));
}

TEST_F(GitBesideStore, IsToldOnceAndKeepsItsOwnLines) {
    const fs::path exclude = top() / ".git/info/exclude";
    write_bytes(exclude, "*.mine");
    ASSERT_EQ(run_hivemind({"init"}, {top()}).exit_code, 0);
    const std::string once = bytes_of(exclude);
    EXPECT_TRUE(once.starts_with("*.mine\n")) << once;
    ASSERT_EQ(run_hivemind({"init"}, {top()}).exit_code, 0);
    EXPECT_EQ(bytes_of(exclude), once);
}

TEST_F(GitBesideStore, IsMendedByTheDoctorInAProjectOfAnOlderProgram) {
    const fs::path exclude = top() / ".git/info/exclude";
    write_bytes(exclude, "*.mine\n");
    ASSERT_EQ(run_hivemind({"init"}, {top()}).exit_code, 0);
    write_bytes(exclude, "*.mine\n");
    write_bytes(top() / ".hivemind/.gitignore", "*\n!.gitignore\n!/export/\n");
    EXPECT_NE(run_hivemind({"doctor"}, {top()}).out.find("may take .hivemind"), std::string::npos);
    const Ended mended = run_hivemind({"doctor", "--fix"}, {top()});
    EXPECT_EQ(mended.out.find("may take .hivemind"), std::string::npos) << mended.out;
    EXPECT_EQ(bytes_of(top() / ".hivemind/.gitignore"), "*\n!/export/\n");
    expect_left_alone(top(), top());
}

TEST_F(GitBesideStore, SeesWhatIsExported) {
    ASSERT_EQ(run_hivemind({"init"}, {top()}).exit_code, 0);
    ASSERT_EQ(run_hivemind({"memory", "save", "for everybody"}, {top()}).exit_code, 0);
    ASSERT_EQ(run_hivemind({"export"}, {top()}).exit_code, 0);
    const std::string seen = listed_by_git(top(), "status --porcelain -uall", folder_.path() / "status");
    EXPECT_NE(seen.find(".hivemind/export/"), std::string::npos) << seen;
    EXPECT_EQ(seen.find("hivemind.db"), std::string::npos) << seen;
}

TEST_F(GitBesideStore, ThatIsNotThereIsNamedAndNoStoreIsMade) {
    const fs::path broken = folder_.path() / "broken";
    fs::create_directories(broken);
    write_bytes(broken / ".git", "gitdir: /nowhere/at/all\n");
    const Ended made = run_hivemind({"init"}, {broken});
    EXPECT_EQ(made.exit_code, 6) << made.err;
    EXPECT_NE(made.err.find("/nowhere/at/all"), std::string::npos) << made.err;
    EXPECT_FALSE(fs::exists(broken / ".hivemind"));
}

// Whenever the process that moves a store is killed, there is one whole store afterwards, and the next `init` ends it.
TEST_F(GitBesideStore, IsMovedIntoWholeWheneverItIsKilled) {
    for (int round = 0; round < 30; ++round) {
        const fs::path root = folder_.path() / fmt::format("moved-{}", round);
        fs::create_directories(root);
        ASSERT_EQ(run_hivemind({"init"}, {root}).exit_code, 0);
        ASSERT_EQ(run_hivemind({"memory", "save", "not to be lost"}, {root}).exit_code, 0);
        ASSERT_EQ(run_hivemind({"backup"}, {root}).exit_code, 0);
        ASSERT_TRUE(run_git(root, "init -q"));
        {
            const ChildProcess moving = ChildProcess::start_hivemind({"init"}, {root});
            usleep(static_cast<useconds_t>(round * 1500));
            kill(moving.pid(), SIGKILL);
        }
        const Ended listed = run_hivemind({"memory", "list"}, {root});
        EXPECT_EQ(listed.exit_code, 0) << round << listed.err;
        EXPECT_NE(listed.out.find("not to be lost"), std::string::npos) << round;
        EXPECT_EQ(run_hivemind({"init"}, {root}).exit_code, 0) << round;
        EXPECT_FALSE(fs::exists(root / ".hivemind/hivemind.db")) << round;
        EXPECT_FALSE(fs::exists(root / ".git/hivemind/moving_from")) << round;
        EXPECT_FALSE(fs::is_empty(root / ".git/hivemind/backups")) << round;
        EXPECT_NE(run_hivemind({"memory", "list"}, {root}).out.find("not to be lost"), std::string::npos) << round;
    }
}

}  // namespace
}  // namespace hm::testing
