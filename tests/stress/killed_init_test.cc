// `hivemind init` killed at any instant: the next one finishes the work.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "stress/load.h"
#include "stress/store_inspector.h"
#include "support/temp_project.h"

namespace hm::testing {
namespace {

TEST(KilledInit, TheNextInitMakesTheProjectWhole) {
    std::mt19937 chance = printed_chance();
    std::uniform_int_distribution<int> wait_us(0, 12'000 * sanitizer_divisor);
    int left_half_made = 0;
    for (int round = 0; round < rounds(50); ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        const TempDirectory directory;
        ChildProcess init = ChildProcess::start_hivemind({"init"}, {directory.path()});
        usleep(static_cast<useconds_t>(wait_us(chance)));
        init.send_signal(SIGKILL);
        init.wait();
        left_half_made += std::filesystem::exists(directory.path() / ".hivemind") ? 1 : 0;
        const Ended again = run_hivemind({"init"}, {directory.path()});
        EXPECT_EQ(again.exit_code, 0) << again.err;
        const Ended saved = run_hivemind({"memory", "save", "into a whole store"}, {directory.path()});
        EXPECT_EQ(saved.exit_code, 0) << saved.err;
        expect_sound_store(project_paths(directory.path()).database);
    }
    fmt::print("{} left something behind\n", left_half_made);
}

TEST(ConcurrentInit, ManyAtOnceMakeOneProject) {
    const TempDirectory directory;
    std::vector<ChildProcess> children;
    for (int i = 0; i < 8; ++i) children.push_back(ChildProcess::start_hivemind({"init"}, {directory.path()}));
    for (ChildProcess& child : children) EXPECT_EQ(child.wait().exit_code, 0);
    EXPECT_EQ(run_hivemind({"memory", "save", "into one store"}, {directory.path()}).exit_code, 0);
    expect_sound_store(project_paths(directory.path()).database);
}

}  // namespace
}  // namespace hm::testing
