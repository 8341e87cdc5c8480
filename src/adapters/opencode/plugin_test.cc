// What the plugin's text itself must keep to; what it does is tested in the real client.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/embedded.h"

namespace hm::opencode {
namespace {

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// OpenCode drops a plugin with more to load, what a plugin prints lands in the middle of the person's screen, and how
// OpenCode keeps its sessions is its own affair: they are asked for through its client.
TEST(OpenCodePlugin, LoadsNothingPrintsNothingAndStaysShort) {
    const std::string_view source = embedded_file("opencode/plugin.js");
    ASSERT_FALSE(source.empty());
    EXPECT_LT(std::count(source.begin(), source.end(), '\n'), 400);
    EXPECT_EQ(count(source, "\nexport "), 1U);
    EXPECT_EQ(count(source, "\nexport default "), 1U);
    for (const char* unwanted : {"\nimport ", "import(", "require(", "console.", "process.stdout", "process.stderr",
                                 "Bun.file", "Bun.write"}) {
        EXPECT_EQ(count(source, unwanted), 0U) << unwanted;
    }
}

}  // namespace
}  // namespace hm::opencode
