#include "engine/gate/granted.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(GrantedPath, MatchesNamesFoldersAndStars) {
    EXPECT_TRUE(matches_path(".env", ".env"));
    EXPECT_FALSE(matches_path(".env", ".env.local"));
    EXPECT_TRUE(matches_path(".env*", ".env.local"));
    EXPECT_TRUE(matches_path("config", "config/a/b.json"));
    EXPECT_TRUE(matches_path("config/", "config/a"));
    EXPECT_FALSE(matches_path("config", "configuration"));
    EXPECT_TRUE(matches_path("src/*.ts", "src/a.ts"));
    EXPECT_FALSE(matches_path("src/*.ts", "src/b/a.ts"));
    EXPECT_TRUE(matches_path("**/*.ts", "src/b/a.ts"));
    EXPECT_FALSE(matches_path("", "a"));
}

TEST(GrantedPath, LiftsOnlyTheProtectionOfThatPath) {
    GateFacts facts;
    facts.grants = {{GrantKind::path, ".env"}};
    EXPECT_TRUE(is_granted(facts, ".env"));
    EXPECT_FALSE(is_granted(facts, ".git/config"));
    EXPECT_FALSE(is_granted(facts, ShellClass::destructive));
}

}  // namespace
}  // namespace hm
