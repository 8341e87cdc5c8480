#include "engine/gate/protected_paths.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(ProtectedPaths, AreWhatGovernsTheAgentsAndWhatIsSecret) {
    for (const char* path : {".hivemind/hivemind.db",
                             ".hivemind",
                             ".hivemind/",
                             ".git/config",
                             ".git",
                             ".env",
                             "server/.env.local",
                             ".env-production",
                             ".opencode/hivemind.js",
                             ".opencode/agent/x.md",
                             ".opencode",
                             "opencode.json",
                             "opencode.jsonc",
                             ".claude/settings.json",
                             ".claude/settings.local.json",
                             "packages/a/.claude/agents/reviewer.md",
                             ".codex/config.toml",
                             ".gemini/settings.json",
                             "sub/module/.git/hooks/pre-commit",
                             ".mcp.json",
                             ".envrc"}) {
        EXPECT_TRUE(is_protected_path(path, CaseRules::sensitive)) << path;
    }
}

TEST(ProtectedPaths, LeaveTheRestOpen) {
    for (const char* path : {".github/workflows/ci.yml", "src/environment.ts", ".gitignore", ".gitattributes",
                             ".env.example", "config/.env.sample", ".envoy/config.yaml", "src/.opencode.ts",
                             ".claude/commands/x.md", "docs/.git.md", "a", ""}) {
        EXPECT_FALSE(is_protected_path(path, CaseRules::sensitive)) << path;
    }
}

TEST(ProtectedPaths, FollowTheCaseRulesOfTheFileSystem) {
    EXPECT_FALSE(is_protected_path(".GIT/config", CaseRules::sensitive));
    EXPECT_TRUE(is_protected_path(".GIT/config", CaseRules::insensitive));
    EXPECT_TRUE(is_protected_path("a/.Env", CaseRules::insensitive));
}

}  // namespace
}  // namespace hm
