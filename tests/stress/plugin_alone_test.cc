// What the plugin does with requests that cost it its engine, or that no engine can read: the real plugin and, but for
// engines that end on purpose, the built program, in a host without OpenCode (plugin_host.mjs).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "support/places.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

class PluginAlone : public ::testing::TestWithParam<const char*> {};

TEST_P(PluginAlone, HoldsItsPromise) {
    const TempProject project;
    project.set("mode", "strict");
    const std::string command =
        fmt::format("node '{}' {} '{}' '{}' '{}' 2>&1", (source_directory() / "tests/stress/plugin_host.mjs").string(),
                    GetParam(), (source_directory() / "src/adapters/clients/opencode/plugin.js").string(),
                    built_program().string(), project.root().string());
    std::FILE* host = popen(command.c_str(), "r");
    ASSERT_NE(host, nullptr);
    std::string said;
    std::array<char, 4096> chunk{};
    for (std::size_t count = 1; count > 0;) {
        count = std::fread(chunk.data(), 1, chunk.size(), host);
        said.append(chunk.data(), count);
    }
    EXPECT_EQ(pclose(host), 0) << said;
    EXPECT_EQ(said, "ok\n");
}

INSTANTIATE_TEST_SUITE_P(Scenarios, PluginAlone,
                         ::testing::Values("poisoned_record", "poisoned_call", "too_large", "cut_content"),
                         [](const auto& scenario) { return std::string(scenario.param); });

}  // namespace
}  // namespace hm::testing
