#include "store/files/git.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/world.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

TEST(ProjectIdentity, IsTheSameForAllWorktreesOfARepository) {
    const testing::World world;
    const fs::path main = world.directory() / "main";
    const fs::path tree = world.directory() / "tree";
    const fs::path other = world.directory() / "other";
    fs::create_directories(main / ".git" / "worktrees" / "tree");
    fs::create_directories(tree / "src");
    for (const fs::path& git : {main / ".git", other / ".git"}) {
        fs::create_directories(git / "objects");
        std::ofstream(git / "HEAD") << "ref: refs/heads/main\n";
    }
    std::ofstream(tree / ".git") << "gitdir: " << (main / ".git" / "worktrees" / "tree").string() << "\n";
    std::ofstream(main / ".git" / "worktrees" / "tree" / "commondir") << "../..\n";
    EXPECT_EQ(project_identity(main), project_identity(tree));
    EXPECT_NE(project_identity(main), project_identity(other));
    EXPECT_EQ(project_identity(tree / "src"), tree / "src") << "a project of its own within a repository";
    fs::create_directory_symlink(main, world.directory() / "link");
    EXPECT_EQ(project_identity(world.directory() / "link"), project_identity(main));
    EXPECT_EQ(main_checkout(*checkout_at(tree)), main);
    EXPECT_EQ(main_checkout(*checkout_at(main)), main);
    EXPECT_EQ(find_checkout(tree / "src")->top, tree);
    EXPECT_EQ(find_checkout(tree / "src")->common, main / ".git");
    fs::remove_all(main);
    EXPECT_EQ(checkout_at(tree)->missing, main / ".git/worktrees/tree");
}

}  // namespace
}  // namespace hm
