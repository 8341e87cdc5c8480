// Many processes learn the same things at once: each is kept once, and every one of them is told so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "app/bus/bus.h"
#include "app/project/project.h"
#include "stress/load.h"
#include "stress/store_inspector.h"
#include "stress/writers.h"

namespace hm::testing {
namespace {

std::string text_of(int index) {
    return fmt::format("Thing {} is learnt by every process at the same time, whatever the others do meanwhile.",
                       index);
}

TEST(RepeatedMemory, IsKeptOnceWhoeverLearnsItFirst) {
    constexpr int writers = 8;
    constexpr int things = scaled(60);
    const TempProject project;
    const WriterReport report = run_writers(writers, [&](int writer, int output) {
        SystemClock clock;
        RandomIds ids;
        auto opened = Project::open(project.root(), clock, ids, Deadline::in(seconds(20)));
        for (int i = 0; i < things; ++i) {
            Workspace workspace = opened->workspace();
            const json::object input{{"content", text_of(i)}, {"tags", {fmt::format("writer-{}", writer)}}};
            const auto receipt = execute(*find_command("memory save"), {input, {}}, workspace);
            const std::string line = receipt ? fmt::format("ok memory.save memories {} 0", receipt->id->text())
                                             : fmt::format("error {}", receipt.error().what);
            write_line_at_once(output, line);
        }
    });
    EXPECT_EQ(report.errors, std::vector<std::string>{});
    EXPECT_EQ(report.acknowledged.size(), static_cast<std::size_t>(writers * things));
    std::set<std::string> ids;
    for (const Acknowledged& each : report.acknowledged) ids.insert(each.id);
    EXPECT_EQ(ids.size(), static_cast<std::size_t>(things));

    StoreInspector store(project.paths().database);
    EXPECT_EQ(store.number("SELECT count(*) FROM memories"), things);
    EXPECT_EQ(store.number("SELECT count(*) FROM memory_prints"), things);
    EXPECT_EQ(store.number("SELECT count(*) FROM memory_tags"), writers * things);
    EXPECT_EQ(store.number("SELECT count(*) FROM events WHERE kind='memory.save'"), writers * things);
    expect_sound_store(project.paths().database);
}

}  // namespace
}  // namespace hm::testing
