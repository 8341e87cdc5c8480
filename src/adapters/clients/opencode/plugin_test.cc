// What the plugin's text itself must keep to; what it does is tested in the real client.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "app/project/project.h"
#include "base/embedded.h"

namespace hm::opencode {
namespace {

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// OpenCode drops a plugin with more to load, what a plugin prints lands in the middle of the person's screen, and how
// OpenCode keeps its sessions is its own affair: they are asked for through its client. The files that are looked for
// say what a project wants when its engine does not answer.
TEST(OpenCodePlugin, LoadsNothingPrintsNothingAndStaysShort) {
    std::ptrdiff_t lines = 0;
    for (const char* name : {"opencode/plugin.js", "opencode/last.js"}) {
        const std::string_view source = embedded_file(name);
        ASSERT_FALSE(source.empty()) << name;
        lines += std::count(source.begin(), source.end(), '\n');
        EXPECT_EQ(count(source, "\nexport "), 1U) << name;
        EXPECT_EQ(count(source, "\nexport default "), 1U) << name;
        EXPECT_EQ(count(source, "Bun.file"), count(source, fail_mark_name)) << name;
        for (const char* unwanted :
             {"\nimport ", "import(", "require(", "console.", "process.stdout", "process.stderr", "Bun.write"}) {
            EXPECT_EQ(count(source, unwanted), 0U) << name << ": " << unwanted;
        }
    }
    EXPECT_LT(lines, 415) << "in all";
}

}  // namespace
}  // namespace hm::opencode
