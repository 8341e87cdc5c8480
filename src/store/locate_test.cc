#include "store/locate.h"

#include <gtest/gtest.h>

#include <fstream>

#include "store/store.h"
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

TEST(Store, IsForItsOwnerOnly) {
    const testing::World world;
    ASSERT_TRUE(Store::create(world.directory(), Deadline::in(seconds(10)), {}));
    const auto mode = [](const fs::path& path) { return fs::status(path).permissions() & fs::perms::mask; };
    EXPECT_EQ(mode(world.directory() / ".hivemind"), fs::perms::owner_all);
    EXPECT_EQ(mode(world.directory() / ".hivemind" / "hivemind.db"), fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace
}  // namespace hm
