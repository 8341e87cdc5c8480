// The fingerprints were read from Codex 0.166.0 itself: `codex app-server`, hooks/list, currentHash.
#include "adapters/clients/codex/toml_edit.h"

#include <gtest/gtest.h>

namespace hm::codex {
namespace {

json::object handler(int timeout) {
    return {{"type", "command"}, {"command", "/opt/hm hook codex"}, {"timeout", timeout}};
}

TEST(CodexTrust, IsTheFingerprintThatTheClientMakes) {
    json::object with_context = handler(10);
    with_context["additionalContextLimit"] = 0;
    EXPECT_EQ(trust_hash({"PreToolUse", {{"matcher", ""}, {"hooks", {with_context}}}}),
              "sha256:e2e4ae674a8eb87cfd4ed0c853212d0fd32389014c6e1fff1c12596e346d84e4");
    EXPECT_EQ(trust_hash({"SessionStart", {{"hooks", {with_context}}}}),
              "sha256:0cd96ebaef0b78f79082d1f3a19e3c56a7d240a4be0f88966b65d36ec1324694");
    EXPECT_EQ(trust_hash({"Stop", {{"hooks", {handler(10)}}}}),
              "sha256:8b36f503cfc6dd1369a958ed12b1a9f64c239c9442e29cd294840f1784017998");
    EXPECT_EQ(trust_hash({"SessionEnd", {{"hooks", {handler(3)}}}}),
              "sha256:86efb3cf42762f3e341bc9fb3204e61448c4f8a49782febac9005a7088ef1506");
}

TEST(CodexTrust, NamesTheFileTheEventAndThePlace) {
    EXPECT_EQ(trust_key("/p/.codex/hooks.json", "PreToolUse", 2), "/p/.codex/hooks.json:pre_tool_use:2:0");
}

}  // namespace
}  // namespace hm::codex
