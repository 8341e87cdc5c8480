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

TEST(LocateProject, SharesTheStoreOfTheMainCheckoutWithItsWorktrees) {
    const testing::World world;
    const fs::path main = world.directory() / "main";
    const fs::path worktree = world.directory() / "tree";
    fs::create_directories(main / ".git" / "worktrees" / "tree");
    fs::create_directories(worktree / "src");
    std::ofstream(worktree / ".git") << "gitdir: " << (main / ".git" / "worktrees" / "tree").string() << "\n";
    std::ofstream(main / ".git" / "worktrees" / "tree" / "commondir") << "../..\n";
    ASSERT_TRUE(Store::create(main, Deadline::in(seconds(10)), {}));
    EXPECT_EQ(locate_project(worktree / "src")->root, main);
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
