// With a real repository of the real git.
#include "store/files/git.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "support/temp_project.h"

namespace hm::testing {
namespace {

class GitIndex : public ::testing::Test {
protected:
    void run(const std::string& command) const {
        const std::string whole = fmt::format("cd '{}' && {{ {}; }} > /dev/null 2>&1", root().string(), command);
        ASSERT_EQ(std::system(whole.c_str()), 0) << command;
    }
    const std::filesystem::path& root() const { return directory_.path(); }

    TempDirectory directory_;
};

TEST_F(GitIndex, KnowsWhatIsKeptAndUnchanged) {
    EXPECT_FALSE(is_kept_by_git(root(), "scripts/a.sh")) << "no repository";
    for (const char* version : {"2", "4"}) {
        run("rm -rf .git scripts && git init -q && mkdir scripts");
        run("for i in 1 2 3 4 5 6 7 8 9; do echo $i > scripts/longer_name_$i.sh; done; echo x > scripts/a.sh");
        run("touch -d '2026-01-02 03:04:05' scripts/*; git add scripts");
        run(fmt::format("git update-index --index-version {}", version));
        std::ofstream(root() / "scripts/new.sh") << "x\n";
        EXPECT_TRUE(is_kept_by_git(root(), "scripts/a.sh")) << version;
        EXPECT_TRUE(is_kept_by_git(root(), "scripts/longer_name_9.sh")) << version;
        EXPECT_TRUE(is_kept_by_git(root() / "scripts", "a.sh")) << "the repository begins above";
        EXPECT_FALSE(is_kept_by_git(root(), "scripts/new.sh")) << version;
        std::ofstream(root() / "scripts/a.sh", std::ios::app) << "more\n";
        EXPECT_FALSE(is_kept_by_git(root(), "scripts/a.sh")) << "changed since";
    }
}

TEST_F(GitIndex, AnIndexThatIsNoneSaysNo) {
    run("git init -q && echo x > a.sh && git add a.sh");
    const std::filesystem::path index = root() / ".git/index";
    for (const std::uintmax_t length : {0U, 5U, 12U, 40U, 75U}) {
        run("git add a.sh");
        std::filesystem::resize_file(index, length);
        EXPECT_FALSE(is_kept_by_git(root(), "a.sh")) << length;
        std::filesystem::remove(index);
    }
    std::ofstream(index) << std::string(500, '\xff');
    EXPECT_FALSE(is_kept_by_git(root(), "a.sh"));
}

}  // namespace
}  // namespace hm::testing
