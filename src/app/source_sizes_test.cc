// A hook and a command stay small enough to be read at a glance; what grows belongs into an engine.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/places.h"

namespace hm {
namespace {

void expect_at_most(std::string_view folder, std::ptrdiff_t most_lines) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(testing::source_directory() / folder)) {
        std::ifstream in(entry.path());
        const auto lines = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
        EXPECT_LE(lines, most_lines) << entry.path();
        ++files;
    }
    EXPECT_GT(files, 0U) << folder;
}

TEST(SourceSizes, CommandsHaveAtMostAHundredLines) {
    expect_at_most("src/app/commands", 100);
}

TEST(SourceSizes, HooksHaveAtMostTwoHundredLines) {
    expect_at_most("src/app/hooks", 200);
}

}  // namespace
}  // namespace hm
