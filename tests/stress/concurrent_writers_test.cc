// Many processes write to one store at once: everything acknowledged is there, and nothing else.
#include <gtest/gtest.h>

#include "stress/load.h"
#include "stress/writers.h"

namespace hm::testing {
namespace {

// How long a write waits hangs on what else the machine does: the waits are printed, and none of them fails the test. A
// command gives up at its deadline, which is set beyond every load here; that it gives up is told by
// locked_store_test.cc. What a hook cannot record in time goes through the spool.
void set_long_deadline(const TempProject& project) {
    project.set("command_deadline", "30m");
}

// What could not be recorded in time is in the spool; each command takes in a part of it.
void empty_the_spool(const TempProject& project) {
    for (int i = 0; i < 100 && project.spooled_files() > 0; ++i) project.set("pack_characters", "15000");
    EXPECT_EQ(project.spooled_files(), 0U);
}

TEST(ConcurrentWriters, EightProcessesTimesTwoHundredWritesAreAllThere) {
    constexpr int writers = 8;
    constexpr int cli_writers = 2;
    constexpr int writes = scaled(200);
    const TempProject project;
    set_long_deadline(project);
    const WriterReport report = run_writers(writers, [&](int writer, int output) {
        if (writer < cli_writers) {
            for (int i = 0; i < writes; ++i) write_through_cli(project.root(), writer, i, output);
            return;
        }
        StoreWriter store(project.root(), writer, output);
        for (int i = 0; i < writes; ++i) store.write(i);
    });
    print_waits("8 writers", report);
    EXPECT_EQ(report.acknowledged.size(), static_cast<std::size_t>(writers * writes));
    expect_all_there(project, report);
}

TEST(ConcurrentWriters, SixteenProcessesTimesFiveHundredMixedWritesAreAllThere) {
    constexpr int writers = 16;
    constexpr int writes = scaled(500);
    constexpr int every_hook = 5;
    const TempProject project;
    set_long_deadline(project);
    const WriterReport report = run_writers(writers, [&](int writer, int output) {
        StoreWriter store(project.root(), writer, output);
        for (int i = 0; i < writes; ++i) i % every_hook == 0 ? store.hook(i) : store.write(i);
    });
    print_waits("16 writers", report);
    EXPECT_EQ(report.acknowledged.size(), static_cast<std::size_t>(writers * writes));
    fmt::print("{} records went through the spool\n", project.spooled_files());
    empty_the_spool(project);
    expect_all_there(project, report);
}

}  // namespace
}  // namespace hm::testing
