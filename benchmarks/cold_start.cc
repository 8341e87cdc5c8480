// A process from its start to its end, against one that does nothing: a read-only command, and an event of a
// hook with its record; with little and with much in the store, alone and beside another holder of it.
#include "filled_store.h"
#include "measure.h"
#include "processes.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t samples = 40;
constexpr std::size_t node_samples = 4;
constexpr double read_bar = 4;
constexpr double event_bar = 6;
constexpr std::int64_t many = 100'000;

double time_of(const Program& program) {
    int code = -1;
    const double took = microseconds_of([&] { code = run_to_end(program); });
    if (code != 0) give_up(fmt::format("{} ended with {}", program.arguments[0], code));
    return took;
}

std::string event_line() {
    static int number = 0;
    return fmt::format(
        R"({{"id":"bench-{}-{}","hook":"tool.execute.before","input":{{"tool":"read","sessionID":"bench",)"
        R"("callID":"call","args":{{"filePath":"README.md"}}}}}})"
        "\n",
        getpid(), ++number);
}

struct Place {
    std::string name;
    fs::path root;
};

class ColdStart {
public:
    ColdStart(const Options& options, const fs::path& directory) : options_(options), directory_(directory) {
        empty_ = comparison_.add("an empty static process", [this] { return time_of({{options_.empty}, directory_}); });
        version_ = comparison_.add("hivemind --version",
                                   [this] { return time_of({{options_.hivemind, "--version"}, directory_}); });
    }

    void add(const Place& place) {
        reads_.push_back(comparison_.add("status --json, " + place.name, [this, place] {
            return time_of({{options_.hivemind, "status", "--json"}, place.root});
        }));
        events_.push_back(comparison_.add("tool.execute.before with its record, " + place.name, [this, place] {
            return time_of({{options_.hivemind, "serve", "opencode"}, place.root, event_line()});
        }));
    }

    void run() {
        comparison_.run(samples);
        print_heading("cold start, whole processes");
        print_reference(comparison_, empty_);
        print_ratio(comparison_, version_, empty_);
        for (const std::size_t read : reads_) print_ratio(comparison_, read, empty_, read_bar);
        for (const std::size_t event : events_) print_ratio(comparison_, event, empty_, event_bar);
    }

private:
    const Options& options_;
    fs::path directory_;
    Comparison comparison_;
    std::size_t empty_ = 0;
    std::size_t version_ = 0;
    std::vector<std::size_t> reads_;
    std::vector<std::size_t> events_;
};

// Read-only commands alone: how the length of the log counts when nobody else holds the store.
void compare_logs(const Options& options, const fs::path& short_log, const fs::path& long_log) {
    Comparison comparison;
    const auto empty = comparison.add("an empty static process", [&] { return time_of({{options.empty}, short_log}); });
    const auto few = comparison.add("status --json, log empty",
                                    [&] { return time_of({{options.hivemind, "status", "--json"}, short_log}); });
    const auto full = comparison.add("status --json, log of 900 pages",
                                     [&] { return time_of({{options.hivemind, "status", "--json"}, long_log}); });
    comparison.run(samples);
    print_heading("the log of 100,000 memories, nobody else holds the store");
    print_ratio(comparison, few, empty, read_bar);
    print_ratio(comparison, full, empty, read_bar);
}

// What processes leave behind that each record one event while nobody else holds the store.
void print_log_after(int events, const Options& options, const fs::path& root) {
    for (int i = 0; i < events; ++i) time_of({{options.hivemind, "serve", "opencode"}, root, event_line()});
    const auto pages = fs::file_size(root / ".hivemind" / "hivemind.db-wal") / 4120;
    fmt::print("\nlog after {} more events, each by a process of its own: {} pages, bar <= 1000 {}\n", events, pages,
               pages <= 1000 ? "holds" : "MISSED");
}

void compare_node(const Options& options, const fs::path& directory) {
    if (run_to_end({{"node", "-e", "0"}, directory}) != 0) {
        fmt::print("\nnode is not here, so nothing is printed beside it\n");
        return;
    }
    Comparison comparison;
    const auto empty = comparison.add("an empty static process", [&] { return time_of({{options.empty}, directory}); });
    const auto node = comparison.add("node -e 0", [&] { return time_of({{"node", "-e", "0"}, directory}); });
    comparison.run(node_samples);
    print_heading("for scale");
    print_ratio(comparison, node, empty);
}

void run(const Options& built) {
    const TempDirectory directory;
    const Options options = as_installed(built, directory.path());
    const fs::path few = directory.path() / "few";
    const fs::path few_held = directory.path() / "few_held";
    const fs::path full = directory.path() / "full";
    const fs::path full_held = directory.path() / "full_held";
    const fs::path full_quiet = directory.path() / "full_quiet";
    const fs::path full_long_log = directory.path() / "full_long_log";
    make_store(few, 0);
    copy_store(few, few_held);
    make_store(full, many);
    for (const auto& copy : {full_held, full_quiet, full_long_log}) copy_store(full, copy);
    lengthen_log(full_long_log, 900);

    const Forked few_holder = hold_open(few_held);
    const Forked full_holder = hold_open(full_held);
    ColdStart cold_start(options, directory.path());
    cold_start.add({"empty store", few});
    cold_start.add({"empty store, held by another", few_held});
    cold_start.add({"100,000 memories", full});
    cold_start.add({"100,000 memories, held by another", full_held});
    cold_start.run();
    compare_logs(options, full_quiet, full_long_log);
    print_log_after(300, options, few);
    compare_node(options, directory.path());
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
