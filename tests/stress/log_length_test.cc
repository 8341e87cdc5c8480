// The write-ahead log stays short however the store is used: a long one makes every process start slower.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "stress/load.h"
#include "stress/serve_client.h"
#include "stress/store_inspector.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

constexpr std::uintmax_t page = 4096 + 24;
// Where a checkpoint is due, and as much again for what is written until it happens.
constexpr std::uintmax_t longest_log = 2000 * page;

std::uintmax_t log_length(const TempProject& project) {
    return std::filesystem::file_size(project.paths().database.string() + "-wal");
}

TEST(LogLength, StaysBoundedWithOneProcessForEachCommand) {
    const TempProject project;
    std::uintmax_t longest = 0;
    for (int i = 0; i < scaled(320); ++i) {
        project.run_json({"memory", "save", fmt::format("memory {} of a process of its own", i)});
        longest = std::max(longest, log_length(project));
    }
    fmt::print("longest log: {} pages\n", longest / page);
    EXPECT_LT(longest, longest_log);
}

TEST(LogLength, StaysBoundedWithOneProcessForEachEvent) {
    const TempProject project;
    std::uintmax_t longest = 0;
    for (int i = 0; i < scaled(500); ++i) {
        ServeClient({project.root()}).before_read("a session", "README.md");
        longest = std::max(longest, log_length(project));
    }
    fmt::print("longest log: {} pages\n", longest / page);
    EXPECT_LT(longest, longest_log);
}

TEST(LogLength, StaysBoundedInAProcessThatLivesOn) {
    const TempProject project;
    ServeClient client({project.root()});
    for (int i = 0; i < scaled(2000); ++i) client.before_read("a session", "README.md");
    fmt::print("log: {} pages\n", log_length(project) / page);
    EXPECT_LT(log_length(project), longest_log);
}

}  // namespace
}  // namespace hm::testing
