// A command, a query and a hook stay small enough to be read at a glance; what grows belongs into an engine.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "support/places.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
    return file.extension() == ".cc" && !file.stem().string().ends_with("_test");
}

// Functions at the beginning of a line, from their first line to the brace that closes them.
std::size_t expect_functions_of_at_most(const fs::path& folder, int most_lines,
                                        const std::function<bool(const std::string& line)>& begins) {
    std::size_t functions = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!is_source(entry.path())) continue;
        std::ifstream in(entry.path());
        std::string line;
        int length = 0;
        while (std::getline(in, line)) {
            if (length == 0 && !begins(line)) continue;
            ++length;
            if (line == "}") {
                EXPECT_LE(length, most_lines) << entry.path();
                ++functions;
                length = 0;
            }
        }
    }
    return functions;
}

TEST(SourceSizes, ACommandRunsInAtMostFiftyLines) {
    const auto begins = [](const std::string& line) {
        return line.starts_with("Result<Receipt> run(") || line.starts_with("Result<Answer> run(");
    };
    EXPECT_GT(expect_functions_of_at_most(testing::source_directory() / "src/app", 50, begins), 60U);
}

TEST(SourceSizes, AFunctionOfAHookHasAtMostFiftyLines) {
    const auto begins = [](const std::string& line) {
        return !line.empty() && std::isalpha(static_cast<unsigned char>(line.front())) != 0 && line.ends_with("{") &&
               line.find('(') != std::string::npos;
    };
    EXPECT_GT(expect_functions_of_at_most(testing::source_directory() / "src/app/hooks", 50, begins), 80U);
}

}  // namespace
}  // namespace hm
