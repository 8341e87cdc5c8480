// Packs in a process that lives on: by the size of the store, with recall's answer at hand and without; a pack and a
// memory saved against an empty node process; and what of twenty memories that matter reaches the model among a
// thousand that do not.
#include "app/bus.h"
#include "warm_store.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t samples = 20;
constexpr std::int64_t thousand = 1'000;
constexpr std::int64_t ten_thousand = 10'000;
constexpr std::int64_t hundred_thousand = 100'000;
constexpr int that_matter = 20;

void compare_sizes(Warm& small, Warm& middle, Warm& large) {
    Comparison comparison;
    const auto again =
        comparison.add("the same prompt again, " + size_text(small.memories()), [&] { return small.pack_again(); });
    const auto again_large =
        comparison.add("the same prompt again, " + size_text(large.memories()), [&] { return large.pack_again(); });
    const auto fresh = comparison.add("a new prompt, " + size_text(small.memories()), [&] { return small.pack(); });
    const auto fresh_middle =
        comparison.add("a new prompt, " + size_text(middle.memories()), [&] { return middle.pack(); });
    const auto fresh_large =
        comparison.add("a new prompt, " + size_text(large.memories()), [&] { return large.pack(); });
    comparison.run(samples);
    print_heading("a pack with its record, recall's answer at hand, against a small store (2 ms on a quiet machine)");
    print_reference(comparison, again);
    print_ratio(comparison, again_large, again, 1.3);
    print_heading("a pack for a new prompt of six words (8 ms on a quiet machine)");
    print_reference(comparison, fresh);
    print_ratio(comparison, fresh_middle, fresh);
    print_ratio(comparison, fresh_large, fresh);
}

void compare_node(Warm& middle, const fs::path& directory) {
    const Program node{{"node", "-e", "0"}, directory};
    if (run_to_end(node) != 0) return;
    Comparison comparison;
    const auto reference = comparison.add("node -e 0", [&] { return microseconds_of([&] { run_to_end(node); }); });
    const std::string size = size_text(middle.memories());
    const auto pack = comparison.add("a pack, " + size, [&] { return middle.pack(); });
    const auto add = comparison.add("a memory saved, synced, " + size, [&] { return middle.add_memory(); });
    const auto both =
        comparison.add("a pack and a memory saved, " + size, [&] { return middle.pack() + middle.add_memory(); });
    comparison.run(5);
    print_heading("against node");
    print_reference(comparison, reference);
    print_ratio(comparison, pack, reference);
    print_ratio(comparison, add, reference);
    print_ratio(comparison, both, reference, 0.02);
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
    make_store(root("thousand"), thousand);
    make_store(root("ten_thousand"), ten_thousand);
    make_store(root("hundred_thousand"), hundred_thousand);
    make_store(root("junk"), thousand / 2);

    Warm with_thousand(root("thousand"), thousand);
    Warm with_ten_thousand(root("ten_thousand"), ten_thousand);
    Warm with_hundred_thousand(root("hundred_thousand"), hundred_thousand);
    compare_sizes(with_thousand, with_ten_thousand, with_hundred_thousand);
    compare_node(with_ten_thousand, directory.path());
    count_what_matters(root("junk"));
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
