// Packs in a process that lives on: by the size of the store, with recall's answer at hand and without; a pack and a
// memory saved against an empty node process; and what of twenty memories that matter reaches the model among a
// thousand that do not. Packs of a million are in million.cc.
#include "adding.h"
#include "app/bus/bus.h"
#include "packing.h"
#include "plain_sqlite.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t thousand = 1'000;
constexpr std::int64_t ten_thousand = 10'000;
constexpr int that_matter = 20;

// What a turn asks for again and again: the pack for the prompt it began with, and a memory saved.
// Beside the save stand what of it is the disk's: the same without its sync, and one row that SQLite alone commits and
// syncs.
void compare_node(Warm& store, const fs::path& root, const fs::path& directory) {
    constexpr double bar = 0.02;
    const Program node{{"node", "-e", "0"}, directory};
    if (run_to_end(node) != 0) return;
    Comparison comparison;
    const auto reference = comparison.add("node -e 0", [&] { return microseconds_of([&] { run_to_end(node); }); });
    const std::string size = size_text(store.memories());
    const auto again = comparison.add("a pack, recall's answer at hand, " + size, [&] { return store.pack_again(); });
    const auto fresh = comparison.add("a pack for a new prompt, " + size, [&] { return store.pack(); });
    const auto add = comparison.add("a memory saved, synced, " + size, [&] { return store.add_memory(); });
    Adder adder(root, store.memories());
    const auto unsynced = comparison.add("a memory saved, not synced, " + size, [&] { return adder.normal(); });
    PlainSqlite plain(directory / "plain.db",
                      "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t(n INTEGER PRIMARY KEY)",
                      "INSERT INTO t(n) VALUES(?1)");
    std::int64_t number = 0;
    const auto row = comparison.add("one row committed and synced by SQLite", [&] { return plain.time_of(++number); });
    comparison.run(10);
    print_heading("against node");
    print_reference(comparison, reference);
    print_ratio(comparison, again, reference, bar);
    print_ratio(comparison, add, reference, bar);
    print_ratio(comparison, fresh, reference, bar);
    print_ratio(comparison, unsynced, reference);
    print_ratio(comparison, row, reference);
}

Receipt carry_out(Project& project, std::string_view command, const json::object& input) {
    Workspace workspace = project.workspace();
    return checked(execute(*find_command(command), {input, {}}, workspace), command);
}

// Half of them are linked to the task in hand, half answer the prompt, some are dead ends.
void count_what_matters(const fs::path& root) {
    SystemClock clock;
    RandomIds ids;
    Project project = checked(Project::open(root, clock, ids, Deadline::in(seconds(5))), "open");
    const Receipt task = carry_out(project, "task start", {{"name", "Renew the token"}});
    for (int i = 0; i < that_matter; ++i) {
        const bool is_linked = i % 2 == 0;
        json::object input{{"content", fmt::format("Quokka number {} drops the trailing zebra of its token.", i)}};
        if (is_linked) input["origin_task_id"] = task.id->text();
        if (i % 5 == 0) input["reason"] = "The zebra was needed.";
        (void)carry_out(project, i % 5 == 0 ? "memory flag-false-path" : "memory save", input);
    }
    fill(project.workspace(), thousand / 2);
    Workspace workspace = project.workspace();
    const Answer answer = checked(
        ask(*find_query("pack"), json::object{{"prompt", "why does a quokka drop the zebra?"}}, {}, workspace), "pack");
    const std::string text(answer.data.at("text").as_string());
    int shown = 0;
    for (int i = 0; i < that_matter; ++i) {
        shown += text.find(fmt::format("Quokka number {} drops", i)) != std::string::npos ? 1 : 0;
    }
    fmt::print("\n{} of {} memories that matter are in the pack, among {} that do not; {} characters.{}\n", shown,
               that_matter, thousand, answer.data.at("characters").to_number<int>(),
               shown == that_matter ? "" : " MISSED");
}

void run(const Options&) {
    const TempDirectory directory;
    const auto root = [&](std::string_view name) { return directory.path() / name; };
    make_store(root("junk"), thousand / 2);
    std::vector<std::unique_ptr<Warm>> stores;
    std::vector<Warm*> all;
    for (const std::int64_t memories : {std::int64_t{100}, thousand, ten_thousand, flat_to}) {
        make_store(root(std::to_string(memories)), memories);
    }
    for (const std::int64_t memories : {std::int64_t{100}, thousand, ten_thousand, flat_to}) {
        stores.push_back(std::make_unique<Warm>(root(std::to_string(memories)), memories));
        all.push_back(stores.back().get());
    }
    compare_packs(all);
    compare_node(*all[2], root(std::to_string(ten_thousand)), directory.path());
    count_what_matters(root("junk"));
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
