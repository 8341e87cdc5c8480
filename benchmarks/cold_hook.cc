// A hook's process for each client, from the whole event to the whole answer with its record, against a process that
// does nothing: with 100,000 memories, alone and beside another holder of the store.
#include "filled_store.h"
#include "measure.h"
#include "processes.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t samples = 40;
constexpr std::size_t node_samples = 4;
constexpr double bar = 6;
constexpr std::int64_t many = 100'000;

struct Client {
    std::string name;
    std::string event;
    std::string tool;
};

double time_of(const Program& program) {
    int code = -1;
    const double took = microseconds_of([&] { code = run_to_end(program); });
    if (code != 0) give_up(fmt::format("{} ended with {}", program.arguments[0], code));
    return took;
}

// A call of its own each time, so that each leaves a record.
std::string event_of(const Client& client, const fs::path& root) {
    static int number = 0;
    return fmt::format(R"({{"session_id":"bench","cwd":"{}","hook_event_name":"{}","tool_name":"{}","tool_input":)"
                       R"({{"file_path":"README.md"}},"tool_use_id":"call-{}-{}"}})",
                       root.string(), client.event, client.tool, getpid(), ++number);
}

void run(const Options& built) {
    const TempDirectory directory;
    const Options options = as_installed(built, directory.path());
    const fs::path full = directory.path() / "full";
    const fs::path held = directory.path() / "held";
    make_store(full, many);
    copy_store(full, held);
    const Forked holder = hold_open(held);

    Comparison comparison;
    const auto empty =
        comparison.add("an empty static process", [&] { return time_of({{options.empty}, directory.path()}); });
    const auto outside = comparison.add("hook claude-code outside a project", [&] {
        const Client client{"claude-code", "PreToolUse", "Read"};
        return time_of({{options.hivemind, "hook", client.name}, directory.path(), event_of(client, directory.path())});
    });
    std::vector<std::size_t> hooks;
    for (const Client& client :
         {Client{"claude-code", "PreToolUse", "Read"}, Client{"codex", "PreToolUse", "view_image"},
          Client{"gemini", "BeforeTool", "read_file"}}) {
        for (const auto& [root, where] : {std::pair(full, "alone"), std::pair(held, "held by another")}) {
            hooks.push_back(comparison.add(
                fmt::format("hook {} {}, {}", client.name, client.event, where), [&options, client, root] {
                    return time_of(
                        {{options.hivemind, "hook", client.name, client.event}, root, event_of(client, root)});
                }));
        }
    }
    comparison.run(samples);
    print_heading("a hook's process, 100,000 memories");
    print_reference(comparison, empty);
    print_ratio(comparison, outside, empty);
    for (const std::size_t hook : hooks) print_ratio(comparison, hook, empty, bar);

    if (run_to_end({{"node", "-e", "0"}, directory.path()}) != 0) {
        fmt::print("\nnode is not here, so nothing is printed beside it\n");
        return;
    }
    Comparison scale;
    const auto nothing =
        scale.add("an empty static process", [&] { return time_of({{options.empty}, directory.path()}); });
    const auto node = scale.add("node -e 0", [&] { return time_of({{"node", "-e", "0"}, directory.path()}); });
    scale.run(node_samples);
    print_heading("for scale");
    print_ratio(scale, node, nothing);
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
