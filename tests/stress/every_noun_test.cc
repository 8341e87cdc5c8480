// Records of every noun, written by many processes at once or by one that is killed: everything acknowledged is there,
// once, and leads where it says. HIVEMIND_STRESS_ROUNDS=500 makes it 16 × 500 writes, or 500 kills.
#include "stress/every_noun.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "stress/load.h"
#include "stress/store_inspector.h"

namespace hm::testing {
namespace {

std::multiset<std::string> rows_of(StoreInspector& store, const std::string& sql) {
    const auto rows = store.column(sql);
    return {rows.begin(), rows.end()};
}

std::multiset<std::string> created_in(const WriterReport& report, const std::string& table) {
    std::multiset<std::string> ids;
    for (const Acknowledged& written : report.acknowledged) {
        if (written.table == table && written.event != "plan.change") ids.insert(written.id);
    }
    return ids;
}

TEST(EveryNoun, SixteenProcessesLoseNothingAndDuplicateNothing) {
    constexpr int writers = 16;
    const int writes = std::max(rounds(60), static_cast<int>(EveryNounWriter::round_length()));
    const TempProject project;
    // How long a write may wait is another test's business; here it only must arrive.
    project.set("command_deadline", "120s");
    const WriterReport report = run_writers(writers, [&](int writer, int output) {
        EveryNounWriter store(project.root(), writer, output);
        for (int i = 0; i < writes; ++i) store.write(i);
    });
    print_waits("16 writers of every noun", report);
    EXPECT_TRUE(report.has_ended_well);
    EXPECT_EQ(report.errors, std::vector<std::string>{});
    EXPECT_EQ(report.acknowledged.size(), static_cast<std::size_t>(writers * writes));
    StoreInspector store(project.paths().database);
    std::size_t records = 0;
    for (const std::string& table : noun_tables()) {
        const auto acknowledged = created_in(report, table);
        EXPECT_FALSE(acknowledged.empty()) << table;
        EXPECT_EQ(rows_of(store, "SELECT id FROM " + table), acknowledged) << table;
        records += acknowledged.size();
    }
    EXPECT_EQ(store.number("SELECT count(*) FROM nodes"), static_cast<std::int64_t>(records));
    EXPECT_EQ(store.column("SELECT stamp FROM nodes GROUP BY stamp HAVING count(*) > 1"), std::vector<std::string>{});
    EXPECT_EQ(store.number("SELECT count(*) FROM anchors WHERE key='shared' AND archived_at IS NULL"), 1);
    std::multiset<std::string> acknowledged_events;
    for (const Acknowledged& written : report.acknowledged) {
        if (written.event != "-") acknowledged_events.insert(written.event + " " + written.id);
    }
    EXPECT_EQ(rows_of(store, "SELECT kind || ' ' || subject_id FROM events WHERE subject_id IS NOT NULL"),
              acknowledged_events);
    expect_sound_store(project.paths().database);
}

TEST(EveryNoun, EveryAcknowledgedRecordSurvivesKillNine) {
    const TempProject project;
    std::mt19937 chance = printed_chance();
    std::uniform_int_distribution<std::size_t> lines(0, 2 * EveryNounWriter::round_length());
    std::uniform_int_distribution<int> wait_us(0, 20'000 * sanitizer_divisor);
    WriterReport all;
    for (int round = 0; round < rounds(30); ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        ChildProcess writer = ChildProcess::start_function([&, round](int, int output) {
            EveryNounWriter store(project.root(), round, output);
            for (int i = 0; i < 1'000'000; ++i) store.write(i);
            return 0;
        });
        // Somewhere in its first or second round of nouns, at any instant of a write.
        WriterReport report;
        const std::size_t until = lines(chance);
        while (report.acknowledged.size() + report.errors.size() < until) {
            const auto line = writer.read_line();
            if (!line) break;
            report.add_line(*line);
        }
        usleep(static_cast<useconds_t>(wait_us(chance)));
        writer.send_signal(SIGKILL);
        while (auto line = writer.read_line()) report.add_line(*line);
        EXPECT_EQ(writer.wait().signal, SIGKILL);
        EXPECT_EQ(report.errors, std::vector<std::string>{});
        all.add(std::move(report));
        project.run_json({"memory", "save", fmt::format("after round {}", round)});
        StoreInspector store(project.paths().database);
        for (const std::string& table : noun_tables()) {
            const auto there = rows_of(store, "SELECT id FROM " + table);
            for (const std::string& id : created_in(all, table)) {
                EXPECT_EQ(there.count(id), 1U) << table << " " << id;
            }
        }
        expect_sound_store(project.paths().database);
        if (::testing::Test::HasFailure()) return;
    }
    std::set<std::string> tables;
    for (const Acknowledged& written : all.acknowledged) tables.insert(written.table);
    EXPECT_EQ(tables.size(), noun_tables().size()) << "a kill came before every noun was written";
    fmt::print("{} acknowledged records of {} nouns\n", all.acknowledged.size(), tables.size());
}

}  // namespace
}  // namespace hm::testing
