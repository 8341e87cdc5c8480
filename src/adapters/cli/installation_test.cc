#include "adapters/cli/install.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "support/file_bytes.h"
#include "support/temp_project.h"

namespace hm::cli {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

std::set<std::string> everything_below(const fs::path& directory) {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
        names.insert(entry.path().lexically_relative(directory).generic_string());
    }
    return names;
}

std::vector<NewFile> version(const std::string& text) {
    return {{"bin/hivemind", "program " + text, fs::perms(0755)}, {"share/man/hivemind.1", "page", fs::perms(0644)}};
}

FileState state_of(const std::vector<PlannedFile>& files, std::string_view path) {
    for (const PlannedFile& file : files) {
        if (file.path == path) return file.state;
    }
    ADD_FAILURE() << path;
    return FileState::missing;
}

class Installation : public ::testing::Test {
protected:
    InstallPlan plan(std::vector<NewFile> files) {
        auto made = plan_install(prefix(), std::move(files));
        EXPECT_TRUE(made) << made.error().what;
        return std::move(*made);
    }
    void install(const std::string& text) {
        const auto done = carry_out(plan(version(text)));
        EXPECT_TRUE(done) << done.error().what;
    }
    std::vector<PlannedFile> uninstall() {
        const auto planned = plan_uninstall(prefix());
        EXPECT_TRUE(planned) << planned.error().what;
        EXPECT_TRUE(carry_out_uninstall(prefix(), *planned));
        return *planned;
    }
    const fs::path& prefix() const { return directory_.path(); }

    testing::TempDirectory directory_;
};

TEST_F(Installation, WritesTheFilesWithTheirPermissionsAndTakesThemAllAway) {
    write(prefix() / "bin/other", "of somebody else");
    install("one");
    EXPECT_EQ(testing::bytes_of(prefix() / "bin/hivemind"), "program one");
    EXPECT_EQ(fs::status(prefix() / "bin/hivemind").permissions(), fs::perms(0755));
    EXPECT_EQ(fs::status(prefix() / "share/man/hivemind.1").permissions(), fs::perms(0644));
    uninstall();
    EXPECT_EQ(everything_below(prefix()), (std::set<std::string>{"bin", "bin/other"}));
}

TEST_F(Installation, ReplacesAnEarlierVersionAndRemovesWhatIsNoLongerPartOfIt) {
    auto first = version("one");
    first.push_back({"share/old/page", "old", fs::perms(0644)});
    EXPECT_TRUE(carry_out(plan(first)));
    const InstallPlan second = plan(version("two"));
    EXPECT_EQ(state_of(second.states, "bin/hivemind"), FileState::older);
    EXPECT_EQ(state_of(second.states, "share/man/hivemind.1"), FileState::current);
    ASSERT_EQ(second.obsolete.size(), 1U);
    EXPECT_TRUE(carry_out(second));
    EXPECT_EQ(testing::bytes_of(prefix() / "bin/hivemind"), "program two");
    EXPECT_FALSE(fs::exists(prefix() / "share/old/page"));
    uninstall();
    EXPECT_TRUE(everything_below(prefix()).empty());
}

TEST_F(Installation, TakesNoFileOfOthersForItsOwn) {
    write(prefix() / "bin/hivemind", "of somebody else");
    fs::create_directories(prefix() / "share/man");
    fs::create_symlink(prefix() / "bin/hivemind", prefix() / "share/man/hivemind.1");
    const InstallPlan planned = plan(version("one"));
    EXPECT_EQ(state_of(planned.states, "bin/hivemind"), FileState::foreign);
    EXPECT_EQ(state_of(planned.states, "share/man/hivemind.1"), FileState::foreign);
}

TEST_F(Installation, KeepsWhatWasChangedSinceItWasInstalled) {
    install("one");
    write(prefix() / "share/man/hivemind.1", "changed by hand");
    EXPECT_EQ(state_of(plan(version("two")).states, "share/man/hivemind.1"), FileState::foreign);
    const auto planned = uninstall();
    EXPECT_EQ(state_of(planned, "share/man/hivemind.1"), FileState::foreign);
    EXPECT_FALSE(fs::exists(prefix() / "bin/hivemind"));
    EXPECT_EQ(testing::bytes_of(prefix() / "share/man/hivemind.1"), "changed by hand");
}

TEST_F(Installation, ThatWasCutOffCanBeRepeatedAndUndone) {
    install("one");
    // The manifest is written, then the disk refuses the second file: a directory is in its place.
    InstallPlan second =
        plan({{"bin/hivemind", "program two", fs::perms(0755)}, {"share/man/hivemind.1", "page two", fs::perms(0644)}});
    fs::remove(prefix() / "share/man/hivemind.1");
    write(prefix() / "share/man/hivemind.1/in the way", "x");
    EXPECT_FALSE(carry_out(second));
    fs::remove_all(prefix() / "share/man/hivemind.1");
    EXPECT_EQ(testing::bytes_of(prefix() / "bin/hivemind"), "program two");

    EXPECT_EQ(state_of(plan(version("three")).states, "bin/hivemind"), FileState::older);
    EXPECT_EQ(state_of(*plan_uninstall(prefix()), "bin/hivemind"), FileState::current);
    uninstall();
    EXPECT_TRUE(everything_below(prefix()).empty());
}

TEST_F(Installation, BelievesNoManifestThatLeadsOutOfThePrefix) {
    write(prefix() / "outside", "precious");
    write(prefix() / "in" / manifest_path,
          R"({"version":"1","files":[{"path":"../outside","hashes":["00"]}],"directories":[]})");
    EXPECT_FALSE(plan_uninstall(prefix() / "in"));
    EXPECT_FALSE(plan_install(prefix() / "in", version("one")));
    EXPECT_TRUE(fs::exists(prefix() / "outside"));
}

TEST_F(Installation, UninstallingWhatIsNotThereSaysSo) {
    const auto planned = plan_uninstall(prefix());
    ASSERT_FALSE(planned);
    EXPECT_EQ(planned.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace hm::cli
