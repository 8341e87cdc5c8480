#include "store/files/locate.h"

#include <gtest/gtest.h>

#include <fstream>

#include "store/project/store.h"
#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

TEST(LocateProject, FindsTheStoreFromBelowAndNothingOutside) {
    const testing::World world;
    EXPECT_FALSE(locate_project(world.directory()));
    ASSERT_TRUE(Store::create(world.directory(), Deadline::in(seconds(10)), {}));
    fs::create_directories(world.directory() / "a" / "b");
    EXPECT_EQ(locate_project(world.directory() / "a" / "b")->root, world.directory());
    EXPECT_EQ(locate_project(world.directory() / "")->root, world.directory());
}

// As much of a repository as is looked at.
void make_git_directory(const fs::path& git) {
    fs::create_directories(git / "objects");
    std::ofstream(git / "HEAD") << "ref: refs/heads/main\n";
}

TEST(LocateProject, SharesOneStoreAmongWorktreesThatKeepTheirRoots) {
    const testing::World world;
    const fs::path main = world.directory() / "main";
    const fs::path worktree = world.directory() / "tree";
    make_git_directory(main / ".git");
    fs::create_directories(main / ".git" / "worktrees" / "tree");
    fs::create_directories(worktree / "src");
    std::ofstream(worktree / ".git") << "gitdir: " << (main / ".git" / "worktrees" / "tree").string() << "\n";
    std::ofstream(main / ".git" / "worktrees" / "tree" / "commondir") << "../..\n";
    ASSERT_TRUE(Store::create(main, Deadline::in(seconds(10)), {}));
    EXPECT_EQ(locate_project(worktree / "src")->root, worktree);
    EXPECT_EQ(locate_project(worktree / "src")->database, main / ".git/hivemind/hivemind.db");
    EXPECT_EQ(locate_project(main)->database, main / ".git/hivemind/hivemind.db");
    EXPECT_EQ(locate_project(main)->root, main);
}

TEST(LocateProject, UsesAnOlderStoreWhereItIsUntilThereIsOneInGit) {
    const testing::World world;
    const fs::path main = world.directory() / "main";
    const fs::path worktree = world.directory() / "tree";
    fs::create_directories(main);
    ASSERT_TRUE(Store::create(main, Deadline::in(seconds(10)), {}));
    make_git_directory(main / ".git");
    fs::create_directories(main / ".git/worktrees/tree");
    fs::create_directories(worktree);
    std::ofstream(worktree / ".git") << "gitdir: " << (main / ".git/worktrees/tree").string() << "\n";
    std::ofstream(main / ".git/worktrees/tree/commondir") << "../..\n";
    EXPECT_EQ(locate_project(worktree)->database, main / ".hivemind/hivemind.db");
    EXPECT_EQ(locate_project(worktree)->root, worktree);
    EXPECT_EQ(settled_paths(main).store, main / ".git/hivemind");
    fs::create_directories(main / ".git/hivemind");
    std::ofstream(main / ".git/hivemind/hivemind.db") << "";
    EXPECT_EQ(locate_project(main)->store, main / ".git/hivemind");
}

TEST(LocateProject, TakesAFolderNamedGitForNoneWithoutARepositoryInIt) {
    const testing::World world;
    fs::create_directories(world.directory() / ".git");
    EXPECT_EQ(project_paths(world.directory()).store, world.directory() / ".hivemind");
}

TEST(LocateProject, KeepsPartsOfARepositoryApart) {
    const testing::World world;
    make_git_directory(world.directory() / ".git");
    const auto store = [&](const char* part) { return project_paths(world.directory() / part).store; };
    EXPECT_EQ(store("apps/one"), world.directory() / ".git/hivemind/parts/apps%2Fone");
    EXPECT_NE(store("apps/one"), store("apps%2Fone"));
    EXPECT_LT(store(std::string(400, 'x').c_str()).filename().string().size(), 100U);
}

// Deleting the database must not make a project disappear.
TEST(LocateProject, FindsAProjectWhoseStoreIsGone) {
    const testing::World world;
    const fs::path root = world.directory() / "project";
    const auto leave = [&](const char* name) {
        fs::remove_all(root);
        fs::create_directories(root / ".hivemind");
        fs::create_directories(root / "src");
        if (*name != 0) std::ofstream(root / ".hivemind" / name) << "";
    };
    for (const char* name : {"fails_closed", ".gitignore", "hivemind.db-wal", "codemap.db"}) {
        leave(name);
        ASSERT_TRUE(locate_project(root / "src")) << name;
        EXPECT_EQ(locate_project(root / "src")->root, root) << name;
    }
    // An init that was killed at once, and the first implementation's files.
    for (const char* name : {"", "config.json", "graph"}) {
        leave(name);
        EXPECT_FALSE(locate_project(root / "src")) << name;
    }
}

TEST(LocateProject, OnlyAMarkHidesTheProjectAbove) {
    const testing::World world;
    const fs::path nested = world.directory() / "vendor" / "nested";
    ASSERT_TRUE(Store::create(world.directory(), Deadline::in(seconds(10)), {}));
    fs::create_directories(nested / ".hivemind");
    std::ofstream(nested / ".hivemind/.gitignore") << "*\n";
    EXPECT_EQ(locate_project(nested)->root, world.directory());
    std::ofstream(nested / ".hivemind/fails_closed") << "";
    EXPECT_EQ(locate_project(nested)->root, nested);
}

TEST(Store, IsForItsOwnerOnly) {
    const testing::World world;
    ASSERT_TRUE(Store::create(world.directory(), Deadline::in(seconds(10)), {}));
    const auto mode = [](const fs::path& path) { return fs::status(path).permissions() & fs::perms::mask; };
    EXPECT_EQ(mode(world.directory() / ".hivemind"), fs::perms::owner_all);
    EXPECT_EQ(mode(world.directory() / ".hivemind" / "hivemind.db"), fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace
}  // namespace hm
