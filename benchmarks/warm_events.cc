// Events in a process that lives on: a decision of the gate against a point SELECT, the whole event with its
// record against a commit of one row. Packs have a file of their own.
#include "plain_sqlite.h"
#include "warm_store.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t samples = 100;
constexpr std::int64_t few = 100;
constexpr std::int64_t hundred_thousand = 100'000;

void compare_events(Warm& small, Warm& large, const fs::path& directory) {
    PlainSqlite select(project_paths(large.root()).database, "", "SELECT content FROM memories WHERE number=?");
    PlainSqlite bare(directory / "bare.db", bare_table, add_row);
    PlainSqlite indexed(directory / "indexed.db", indexed_table, add_row);
    std::mt19937 chance(3);
    std::uniform_int_distribution<std::int64_t> any(1, hundred_thousand);
    Comparison comparison;
    const auto point = comparison.add("a prepared point SELECT", [&] { return select.time_of(any(chance)); });
    const auto row = comparison.add("a commit of one row", [&] { return bare.time_of(any(chance)); });
    const auto indexed_row =
        comparison.add("a commit of one row with three indexes", [&] { return indexed.time_of(any(chance)); });
    std::vector<std::size_t> decisions;
    std::vector<std::size_t> events;
    for (Warm* warm : {&small, &large}) {
        const std::string size = size_text(warm->memories());
        decisions.push_back(comparison.add("facts and rules, " + size, [warm] { return warm->decide_only(); }));
        events.push_back(
            comparison.add("tool.execute.before with its record, " + size, [warm] { return warm->event(); }));
    }
    comparison.run(samples);
    print_heading("a warm decision, against a point SELECT");
    print_reference(comparison, point);
    for (const std::size_t decision : decisions) print_ratio(comparison, decision, point, 12);
    print_heading("the whole event, against a commit of one row with three indexes");
    print_reference(comparison, indexed_row);
    print_ratio(comparison, row, indexed_row);
    for (const std::size_t event : events) print_ratio(comparison, event, indexed_row, 4);
}

void run(const Options&) {
    const TempDirectory directory;
    const auto root = [&](std::string_view name) { return directory.path() / name; };
    make_store(root("few"), few);
    make_store(root("hundred_thousand"), hundred_thousand);

    Warm with_few(root("few"), few);
    Warm with_hundred_thousand(root("hundred_thousand"), hundred_thousand);
    compare_events(with_few, with_hundred_thousand, directory.path());
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
