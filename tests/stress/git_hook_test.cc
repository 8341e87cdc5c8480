// The hook that puts stamps into commit messages, in a real repository with the real git.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "support/child_process.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

class GitHook : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(git("init -q"), 0);
        stamp = std::string(text_member(project.run_json({"session", "start", "Renew tokens"}), "stamp"));
        ASSERT_FALSE(stamp.empty());
    }

    int git(const std::string& arguments) const {
        return std::system(fmt::format("cd '{}' && git -c user.name=a -c user.email=a@b {} > git.out 2>&1",
                                       project.root().string(), arguments)
                               .c_str());
    }
    std::string commit(const std::string& message) const {
        EXPECT_EQ(git("commit -q --allow-empty -m '" + message + "'"), 0);
        EXPECT_EQ(git("log -1 --format=%s"), 0);
        std::ifstream in(project.root() / "git.out");
        std::string subject;
        std::getline(in, subject);
        return subject;
    }
    std::filesystem::path hook() const { return project.root() / ".git/hooks/prepare-commit-msg"; }

    TempProject project;
    std::string stamp;
};

TEST_F(GitHook, AddsTheStampOnceAndLeavesOthersAlone) {
    ASSERT_EQ(project.run({"init", "--git", "--yes"}).exit_code, 0);
    EXPECT_EQ(commit("Renew the token"), fmt::format("[{}] Renew the token", stamp));
    EXPECT_EQ(commit("[131421092026] Mine"), "[131421092026] Mine");
    EXPECT_EQ(commit("fixup! Renew the token"), "fixup! Renew the token");
    ASSERT_EQ(project.run({"session", "update", "action", "Write refresh.ts"}).exit_code, 0);
    EXPECT_EQ(commit("Write it"), fmt::format("[{}] Write it", stamp)) << "what the session is at makes no difference";
    const auto traced = project.run({"trace", stamp});
    EXPECT_NE(traced.out.find("Renew the token"), std::string::npos) << traced.out;
}

TEST_F(GitHook, IsShownFirstAndTakenAwayAgain) {
    const auto shown = project.run({"init", "--git", "--dry-run"});
    EXPECT_NE(shown.out.find("prepare-commit-msg"), std::string::npos) << shown.out;
    EXPECT_FALSE(std::filesystem::exists(hook()));
    ASSERT_EQ(project.run({"init", "--git", "--yes"}).exit_code, 0);
    ASSERT_TRUE(std::filesystem::exists(hook()));
    ASSERT_EQ(project.run({"init", "--remove-git"}).exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(hook()));
}

TEST_F(GitHook, NeverTouchesAHookOfSomebodyElse) {
    std::filesystem::create_directories(hook().parent_path());
    std::ofstream(hook()) << "#!/bin/sh\nexit 0\n";
    EXPECT_NE(project.run({"init", "--git", "--yes"}).exit_code, 0);
    EXPECT_NE(project.run({"init", "--remove-git"}).exit_code, 0);
    std::ifstream in(hook());
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "#!/bin/sh\nexit 0\n");
}

TEST_F(GitHook, NeverFailsACommitWhenTheProgramIsGone) {
    ASSERT_EQ(project.run({"init", "--git", "--yes"}).exit_code, 0);
    std::filesystem::remove_all(project.root() / ".hivemind");
    std::filesystem::remove_all(project.root() / ".git/hivemind");
    EXPECT_EQ(commit("Without a store"), "Without a store");
}

}  // namespace
}  // namespace hm::testing
