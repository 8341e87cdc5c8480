// A writer killed at any instant costs nothing that was acknowledged.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "stress/load.h"
#include "stress/store_inspector.h"
#include "stress/writers.h"

namespace hm::testing {
namespace {

ChildProcess start_writer(const TempProject& project, int round) {
    return ChildProcess::start_function([&, round](int, int output) {
        StoreWriter store(project.root(), round, output);
        for (int i = 0; i < 1'000'000; ++i) i % 4 == 3 ? store.hook(i) : store.write(i);
        return 0;
    });
}

// Kills the writer after a while and returns what it had acknowledged.
WriterReport kill_after(ChildProcess writer, int wait_us) {
    usleep(static_cast<useconds_t>(wait_us));
    writer.send_signal(SIGKILL);
    WriterReport report;
    while (auto line = writer.read_line()) report.add_line(*line);
    EXPECT_EQ(writer.wait().signal, SIGKILL);
    return report;
}

void expect_acknowledged_there(const TempProject& project, const WriterReport& report) {
    StoreInspector store(project.paths().database);
    std::set<std::string> there;
    for (const char* table : {"memories", "tasks", "anchors"}) {
        for (std::string& id : store.column(std::string("SELECT id FROM ") + table)) there.insert(std::move(id));
    }
    for (const Acknowledged& written : report.acknowledged) {
        const bool is_there = written.id == "-" || there.contains(written.id);
        EXPECT_TRUE(is_there) << written.event << " " << written.id;
    }
}

std::int64_t count_hooks(const WriterReport& report) {
    return std::count_if(report.acknowledged.begin(), report.acknowledged.end(),
                         [](const Acknowledged& written) { return written.id == "-"; });
}

TEST(KilledWriter, EveryAcknowledgedWriteSurvivesKillNine) {
    const TempProject project;
    std::mt19937 chance = printed_chance();
    std::uniform_int_distribution<int> wait_us(0, 120'000 * sanitizer_divisor);
    WriterReport all;
    for (int round = 0; round < rounds(50); ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        all.add(kill_after(start_writer(project, round), wait_us(chance)));
        // The next command works at once, whatever the killed one left behind.
        const json::object saved = project.run_json({"memory", "save", fmt::format("after round {}", round)});
        all.acknowledged.push_back({"memory.save", "memories", std::string(text_member(saved, "id")), 0});
        expect_acknowledged_there(project, all);
        expect_sound_store(project.paths().database);
        if (HasFailure()) return;
    }
    EXPECT_EQ(all.errors, std::vector<std::string>{});
    StoreInspector store(project.paths().database);
    // The last event of a round may be there without its acknowledgement, never the other way round.
    EXPECT_GE(store.number("SELECT count(*) FROM events WHERE kind LIKE 'gate.%'"), count_hooks(all));
    fmt::print("{} acknowledged writes\n", all.acknowledged.size());
}

}  // namespace
}  // namespace hm::testing
