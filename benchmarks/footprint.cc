// What the program takes: the memory of a child that lives on with 100,000 memories, and the bytes that an event
// adds to the store, with the part of its indexes.
#include <fstream>

#include "warm_store.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t many = 100'000;
constexpr double memory_bar_mb = 40;
constexpr int events = 10'000;
constexpr double event_bar_bytes = 1024;

struct MemoryUse {
    long most_kb = 0;
    long now_kb = 0;
};

MemoryUse memory_of_this_process() {
    MemoryUse use;
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word == "VmHWM:") status >> use.most_kb;
        if (word == "VmRSS:") status >> use.now_kb;
    }
    return use;
}

MemoryUse memory_of_child(const fs::path& root) {
    const Forked child([&](int output, int) {
        Warm warm(root, many);
        for (int i = 0; i < 20; ++i) warm.pack();
        for (int i = 0; i < 20; ++i) warm.event();
        for (int i = 0; i < 20; ++i) warm.add_memory();
        const MemoryUse use = memory_of_this_process();
        if (write(output, &use, sizeof use) != sizeof use) _exit(1);
    });
    MemoryUse use;
    if (read(child.output(), &use, sizeof use) != sizeof use) give_up("no figures of memory");
    return use;
}

void print_memory(const fs::path& root) {
    const MemoryUse use = memory_of_child(root);
    const double most = static_cast<double>(use.most_kb) / 1024;
    fmt::print("\nmemory of a child after 20 packs, 20 events and 20 memories saved, {}\n", size_text(many));
    fmt::print("  most {:.1f} MB, bar <= {:g} MB {}; now {:.1f} MB\n", most, memory_bar_mb,
               most <= memory_bar_mb ? "holds" : "MISSED", static_cast<double>(use.now_kb) / 1024);
}

struct Part {
    std::string name;
    bool is_index = false;
    std::int64_t bytes = 0;
};

// The pages of every table and index, with nothing left in the log.
std::vector<Part> parts_of(Workspace workspace) {
    Connection& connection = workspace.store.connection();
    checked(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"), "checkpoint");
    Statement read = checked(connection.prepare("SELECT d.name, s.type='index', d.pgsize FROM dbstat AS d "
                                                "LEFT JOIN sqlite_schema AS s ON s.name=d.name WHERE d.aggregate=1 "
                                                "ORDER BY d.name"),
                             "dbstat");
    std::vector<Part> parts;
    while (checked(read.step(), "dbstat")) {
        parts.push_back({std::string(read.text(0)), read.integer(1) != 0, read.integer(2)});
    }
    return parts;
}

void print_bytes_of_events(const fs::path& root) {
    Warm warm(root, many);
    Adder store(root, many);
    warm.event();
    const std::vector<Part> before = parts_of(store.workspace());
    for (int i = 0; i < events; ++i) warm.event();
    double all = 0;
    double indexes = 0;
    std::string lines;
    for (const Part& part : parts_of(store.workspace())) {
        std::int64_t grown = part.bytes;
        for (const Part& old : before) grown -= old.name == part.name ? old.bytes : 0;
        if (grown == 0) continue;
        const double each = static_cast<double>(grown) / events;
        all += each;
        if (part.is_index) indexes += each;
        lines += fmt::format("  {:>7.1f} bytes  {} {}\n", each, part.is_index ? "index" : "table", part.name);
    }
    fmt::print("\nbytes that a recorded decision of the gate adds, over {} of them\n", events);
    fmt::print("  {:.0f} bytes, bar <= {:g} {}; {:.0f} of them ({:.0f} %) in indexes\n{}", all, event_bar_bytes,
               all <= event_bar_bytes ? "holds" : "MISSED", indexes, 100 * indexes / all, lines);
}

void run(const Options&) {
    const TempDirectory directory;
    const fs::path root = directory.path() / "store";
    make_store(root, many);
    print_memory(root);
    print_bytes_of_events(root);
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
