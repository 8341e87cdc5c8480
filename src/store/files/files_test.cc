#include "store/files/files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "support/temp_project.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

class ResolvedPaths : public ::testing::Test {
protected:
    void SetUp() override {
        root_ = fs::canonical(directory_.path()) / "project";
        fs::create_directories(root_ / "src/deep/deeper");
        fs::create_directories(root_.parent_path() / "elsewhere");
        std::ofstream(root_ / "src/a.ts") << "a";
        fs::create_directory_symlink(root_ / "src/deep/deeper", root_ / "down");
        fs::create_directory_symlink(root_.parent_path() / "elsewhere", root_ / "away");
        fs::create_symlink("src/a.ts", root_ / "alias.ts");
        fs::create_symlink("round", root_ / "round");
    }

    std::string resolved(const std::string& given) const {
        const ResolvedPath path = resolve_path(root_, root_, given);
        return path.place == PathPlace::outside ? "outside" : path.shown;
    }

    testing::TempDirectory directory_;
    fs::path root_;
};

TEST_F(ResolvedPaths, AreShownFromTheRootHoweverTheyAreSpelt) {
    for (const char* given : {"src/a.ts", "./src//a.ts", "src/./a.ts", "src/../src/a.ts", "alias.ts"}) {
        EXPECT_EQ(resolved(given), "src/a.ts") << given;
    }
    EXPECT_EQ(resolved((root_ / "src/a.ts").string()), "src/a.ts");
    EXPECT_EQ(resolved("src/"), "src");
    EXPECT_EQ(resolved("src/new/file.ts"), "src/new/file.ts");
    EXPECT_EQ(resolved("."), ".");
    EXPECT_EQ(resolved("down/x"), "src/deep/deeper/x");
}

TEST_F(ResolvedPaths, ThatLeaveTheProjectAreOutside) {
    for (const std::string& given :
         {std::string("../x"), std::string("away/x"), std::string("src/../../x"), std::string("/etc/passwd"),
          root_.string() + "x/y", root_.string() + "/../x", std::string("src/a.ts/../../../x")}) {
        EXPECT_EQ(resolved(given), "outside") << given;
    }
}

// What is written through a link that leads to nothing yet comes to be at its end.
TEST_F(ResolvedPaths, GoThroughLinksToWhatIsNotThereYet) {
    fs::create_symlink(root_.parent_path() / "elsewhere/new.ts", root_ / "later.ts");
    fs::create_symlink("../elsewhere/folder", root_ / "later");
    fs::create_symlink(".env", root_ / "settings");
    fs::create_symlink("settings", root_ / "src/again");
    fs::create_symlink("../settings", root_ / "src/up");
    fs::create_symlink("later.ts", root_ / "twice.ts");
    for (const char* given : {"later.ts", "later/x.ts", "twice.ts"}) EXPECT_EQ(resolved(given), "outside") << given;
    EXPECT_EQ(resolved("settings"), ".env");
    EXPECT_EQ(resolved("src/up"), ".env");
    EXPECT_EQ(resolved("src/again"), "src/settings");
}

TEST_F(ResolvedPaths, OfAPatternAreThoseOfItsFolders) {
    const auto pattern = [&](const std::string& given) { return resolve_pattern(root_, given); };
    EXPECT_EQ(pattern(".env"), ".env");
    EXPECT_EQ(pattern((root_ / ".env").string()), ".env");
    EXPECT_EQ(pattern("missing/../.env"), ".env");
    EXPECT_EQ(pattern("src/**"), "src/**");
    EXPECT_EQ(pattern((root_ / "src/**").string()), "src/**");
    EXPECT_EQ(pattern((root_ / "*.ts").string()), "*.ts");
    EXPECT_EQ(pattern("./*.ts"), "*.ts");
    EXPECT_EQ(pattern("**/x"), "**/x");
    EXPECT_EQ(pattern("down/*.ts"), "src/deep/deeper/*.ts");
    EXPECT_EQ(pattern("../elsewhere/**"), (root_.parent_path() / "elsewhere/**").string());
    EXPECT_EQ(pattern("~/x/**"), "~/x/**");
    EXPECT_EQ(pattern("/*"), "/*");
}

// `down/..` is src/deep to the system and the root to a program that strikes it out.
TEST_F(ResolvedPaths, ThatMeanTwoPlacesAreOutside) {
    for (const char* given : {"down/../x", "down/../../x", "away/../x", "missing/../away/x", "down/../../../x"}) {
        EXPECT_EQ(resolved(given), "outside") << given;
    }
    EXPECT_EQ(resolved("missing/../src/a.ts"), "src/a.ts");
}

TEST_F(ResolvedPaths, AreTheSameTheShortWayAndTheLong) {
    std::mt19937 chance(11);
    const std::vector<std::string> parts{"src",  "deep",     "deeper", "a.ts", "down",
                                         "away", "alias.ts", "new",    ".",    "round"};
    for (int i = 0; i < 3000; ++i) {
        std::string given;
        for (std::size_t n = 1 + chance() % 4; n > 0; --n) given += parts[chance() % parts.size()] + (n > 1 ? "/" : "");
        std::error_code error;
        fs::path real = fs::weakly_canonical(root_ / given, error);
        if (error) real = (root_ / given).lexically_normal();
        const fs::path relative = real.lexically_relative(root_);
        std::string wanted = *relative.begin() == ".." ? "outside" : relative.string();
        while (wanted.size() > 1 && wanted.ends_with('/')) wanted.pop_back();
        EXPECT_EQ(resolved(given), wanted) << given;
    }
}

}  // namespace
}  // namespace hm
