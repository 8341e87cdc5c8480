#include "adapters/clients/opencode/wiring.h"

#include <gtest/gtest.h>

namespace hm::opencode {
namespace {

constexpr std::string_view plugin = "./.opencode/hivemind.js";

TEST(OpenCodeConfig, PutsThePluginFirstAndKeepsEverythingElse) {
    EXPECT_EQ(*with_plugin_first("{\n  // mine\n  \"model\": \"a/b\", /* {[ */\n}\n", plugin),
              "{\n  // mine\n  \"model\": \"a/b\",\n  \"plugin\": [\"./.opencode/hivemind.js\"], /* {[ */\n}\n");
    EXPECT_EQ(*with_plugin_first("{\"plugin\": [\"x\", [\"y\", {\"a\": [1]}]], \"z\": 1}", plugin),
              "{\"plugin\": [\"./.opencode/hivemind.js\", \"x\", [\"y\", {\"a\": [1]}]], \"z\": 1}");
    EXPECT_EQ(*with_plugin_first("{\"plugin\": []}", plugin), "{\"plugin\": [\"./.opencode/hivemind.js\"]}");
    EXPECT_EQ(*with_plugin_first("{}", plugin), "{\n  \"plugin\": [\"./.opencode/hivemind.js\"]\n}");
}

TEST(OpenCodeConfig, ChangesNothingTheSecondTime) {
    for (const char* config : {"{}", "{\"plugin\": [\"x\"]}", "{\"model\": \"a\" // why\n}"}) {
        const std::string once = *with_plugin_first(config, plugin);
        EXPECT_EQ(*with_plugin_first(once, plugin), once);
    }
}

TEST(OpenCodeConfig, MovesThePluginToTheFront) {
    EXPECT_EQ(*with_plugin_first("{\"plugin\": [\"x\", \"./.opencode/hivemind.js\", \"y\"]}", plugin),
              "{\"plugin\": [\"./.opencode/hivemind.js\", \"x\", \"y\"]}");
}

TEST(OpenCodeConfig, RefusesWhatItCannotRead) {
    for (const char* config : {"", "[]", "{\"a\" 1}", "{\"a\": \"unclosed}", "{\"plugin\": \"x\"}"}) {
        EXPECT_FALSE(with_plugin_first(config, plugin)) << config;
    }
}

}  // namespace
}  // namespace hm::opencode
