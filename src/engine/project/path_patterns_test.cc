#include "engine/project/paths.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(PathPatterns, MatchNamesFoldersAndStars) {
    EXPECT_TRUE(matches_path(".env", ".env"));
    EXPECT_FALSE(matches_path(".env", ".env.local"));
    EXPECT_TRUE(matches_path(".env*", ".env.local"));
    EXPECT_TRUE(matches_path("config", "config/a/b.json"));
    EXPECT_TRUE(matches_path("config/", "config/a"));
    EXPECT_FALSE(matches_path("config", "configuration"));
    EXPECT_TRUE(matches_path("src/*.ts", "src/a.ts"));
    EXPECT_FALSE(matches_path("src/*.ts", "src/b/a.ts"));
    EXPECT_TRUE(matches_path("**/*.ts", "src/b/a.ts"));
    EXPECT_TRUE(matches_path("**/*.ts", "a.ts"));
    EXPECT_TRUE(matches_path("src/**", "src/a/b.ts"));
    EXPECT_FALSE(matches_path("src/**", "srcs/a.ts"));
    EXPECT_TRUE(matches_path("src/**/test", "src/a/b/test/x.ts"));
    EXPECT_FALSE(matches_path("src/**/test", "src/latest"));
    EXPECT_TRUE(matches_path("./src/?.{ts,tsx}", "src/a.tsx"));
    EXPECT_FALSE(matches_path("src/?.ts", "src/ab.ts"));
    EXPECT_TRUE(matches_path(".", "a/b"));
    EXPECT_FALSE(matches_path("", "a"));
    EXPECT_TRUE(matches_path("**", "a/b"));
}

TEST(PathPatterns, FollowTheCaseRulesOfTheFileSystem) {
    EXPECT_FALSE(matches_path("src/**", "SRC/a.ts"));
    EXPECT_TRUE(matches_path("src/**", "SRC/a.ts", CaseRules::insensitive));
}

// A pattern comes from whoever plans a task; none may hold the gate up.
TEST(PathPatterns, TakeNoLongerForManyStars) {
    std::string pattern;
    for (int i = 0; i < 200; ++i) pattern += "**a*";
    EXPECT_FALSE(matches_path(pattern + "b", std::string(1000, 'a')));
}

}  // namespace
}  // namespace hm
