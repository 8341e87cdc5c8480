// Events in a process that lives on: a decision of the gate against a point SELECT, the whole event with its
// record against a commit of one row, a pack and a saved memory by the size of the store, and the memory that
// a child takes.
#include <sqlite3.h>

#include <fstream>

#include "adapters/opencode/dialect.h"
#include "adapters/opencode/replies.h"
#include "app/bus.h"
#include "app/facts/load_gate_facts.h"
#include "engine/gate/gate.h"
#include "filled_store.h"
#include "measure.h"
#include "processes.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t samples = 100;
constexpr std::size_t slow_samples = 20;
constexpr std::int64_t few = 100;
constexpr std::int64_t thousand = 1'000;
constexpr std::int64_t ten_thousand = 10'000;
constexpr std::int64_t hundred_thousand = 100'000;

// What the store is compared with: SQLite itself, on a connection of its own.
class PlainSqlite {
public:
    PlainSqlite(const fs::path& file, const char* set_up, const char* sql) {
        if (sqlite3_open(file.c_str(), &handle_) != SQLITE_OK) give_up("cannot open a plain database");
        if (sqlite3_exec(handle_, set_up, nullptr, nullptr, nullptr) != SQLITE_OK) give_up(sqlite3_errmsg(handle_));
        if (sqlite3_prepare_v2(handle_, sql, -1, &statement_, nullptr) != SQLITE_OK) give_up(sqlite3_errmsg(handle_));
    }
    ~PlainSqlite() {
        sqlite3_finalize(statement_);
        sqlite3_close(handle_);
    }
    PlainSqlite(const PlainSqlite&) = delete;
    PlainSqlite& operator=(const PlainSqlite&) = delete;

    double time_of(std::int64_t number) {
        return microseconds_of([&] {
            sqlite3_bind_int64(statement_, 1, number);
            const int code = sqlite3_step(statement_);
            if (code != SQLITE_ROW && code != SQLITE_DONE) give_up(sqlite3_errmsg(handle_));
            sqlite3_reset(statement_);
        });
    }

private:
    sqlite3* handle_ = nullptr;
    sqlite3_stmt* statement_ = nullptr;
};

// A store as the client's child has it open.
class Warm {
public:
    Warm(const fs::path& root, std::int64_t memories)
        : memories_(memories),
          root_(root),
          replies_(root, clock_, ids_),
          project_(checked(Project::open(root, clock_, ids_, Deadline::in(seconds(5))), "open")) {}

    std::int64_t memories() const { return memories_; }
    const fs::path& root() const { return root_; }

    // Facts and rules, nothing written.
    double decide_only() {
        return microseconds_of([&] {
            Workspace workspace = project_.workspace();
            HookFrame frame =
                checked(begin_hook({.client = "opencode", .session = "bench"}, &Settings::gate_deadline, workspace),
                        "begin_hook");
            const ToolUse use = opencode::tool_use(read_call());
            (void)decide(checked(load_gate_facts(use, frame, root_, workspace), "facts"));
        });
    }
    double event() { return ask("tool.execute.before", read_call(), "verdict"); }
    double pack() {
        return ask("messages.transform", {{"sessionID", "bench"}, {"prompt", words_.prompt(6)}}, "inject");
    }
    double add_memory() {
        const json::object input{{"content", words_.text(45)}};
        return microseconds_of([&] {
            Workspace workspace = project_.workspace();
            (void)checked(execute(*find_command("memory save"), {input, {}}, workspace), "memory save");
        });
    }

private:
    static json::object read_call() {
        return {{"tool", "read"}, {"sessionID", "bench"}, {"callID", "call"}, {"args", {{"filePath", "README.md"}}}};
    }
    double ask(std::string_view hook, const json::object& input, std::string_view answer) {
        const json::object request{{"id", ids_.next(clock_.now()).text()}, {"hook", hook}, {"input", input}};
        json::object reply;
        const double took = microseconds_of([&] { reply = replies_.answer(request); });
        if (!reply.contains(answer)) give_up(to_text(reply));
        return took;
    }

    std::int64_t memories_;
    fs::path root_;
    SystemClock clock_;
    RandomIds ids_;
    Words words_{99};
    opencode::Replies replies_;
    Project project_;
};

std::string size_text(std::int64_t memories) {
    return memories < thousand ? fmt::format("{} memories", memories)
                               : fmt::format("{},000 memories", memories / thousand);
}

// A row of 300 bytes; bare, and with the three indexes that an event has.
constexpr const char* bare_table =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE t(id, session, subject, body)";
constexpr const char* indexed_table =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE t(id TEXT PRIMARY KEY, session, subject, body); "
    "CREATE INDEX by_session ON t(session); CREATE INDEX by_subject ON t(subject)";
constexpr const char* add_row =
    "INSERT INTO t VALUES(hex(randomblob(16)), ?, hex(randomblob(16)), hex(randomblob(100)))";

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

void compare_packs(Warm& small, Warm& large) {
    Comparison comparison;
    const auto few_hits = comparison.add("a pack, " + size_text(small.memories()), [&] { return small.pack(); });
    const auto many_hits = comparison.add("a pack, " + size_text(large.memories()), [&] { return large.pack(); });
    comparison.run(slow_samples);
    print_heading("a pack for six words of a prompt, against a small store");
    print_reference(comparison, few_hits);
    print_ratio(comparison, many_hits, few_hits, 1.3);
}

void compare_adding(std::string_view where, Warm& small, Warm& middle, Warm& large) {
    Comparison comparison;
    std::vector<std::size_t> cases;
    for (Warm* warm : {&small, &middle, &large}) {
        cases.push_back(
            comparison.add("memory save, " + size_text(warm->memories()), [warm] { return warm->add_memory(); }));
    }
    comparison.run(samples);
    print_heading(fmt::format("saving one memory {}, against a small store", where));
    print_reference(comparison, cases[0]);
    print_ratio(comparison, cases[1], cases[0], 1.5);
    print_ratio(comparison, cases[2], cases[0], 1.5);
}

// The same where a sync costs nothing, so that it cannot hide the work.
void compare_adding_in_memory(const fs::path& stores) {
    if (access("/dev/shm", W_OK) != 0) return;
    const TempDirectory directory("/dev/shm");
    for (const char* name : {"few", "ten_thousand", "hundred_thousand"}) {
        copy_store(stores / name, directory.path() / name);
    }
    Warm small(directory.path() / "few", few);
    Warm middle(directory.path() / "ten_thousand", ten_thousand);
    Warm large(directory.path() / "hundred_thousand", hundred_thousand);
    compare_adding("in memory", small, middle, large);
}

void compare_node(Warm& middle, const fs::path& directory) {
    const Program node{{"node", "-e", "0"}, directory};
    if (run_to_end(node) != 0) return;
    Comparison comparison;
    const auto reference = comparison.add("node -e 0", [&] { return microseconds_of([&] { run_to_end(node); }); });
    const auto both = comparison.add("a pack and a memory saved, " + size_text(middle.memories()),
                                     [&] { return middle.pack() + middle.add_memory(); });
    comparison.run(5);
    print_heading("against node");
    print_reference(comparison, reference);
    print_ratio(comparison, both, reference, 0.02);
}

// The most memory that the process had, in kilobytes.
long peak_of(const fs::path& root) {
    Forked child([&](int output, int) {
        Warm warm(root, hundred_thousand);
        for (int i = 0; i < 20; ++i) warm.pack();
        for (int i = 0; i < 20; ++i) warm.event();
        std::ifstream status("/proc/self/status");
        long peak = 0;
        for (std::string word; status >> word;) {
            if (word == "VmHWM:") status >> peak;
        }
        if (write(output, &peak, sizeof peak) < 0) _exit(1);
    });
    long peak = 0;
    if (read(child.output(), &peak, sizeof peak) != sizeof peak) give_up("no peak");
    return peak;
}

void run(const Options&) {
    const TempDirectory directory;
    const auto root = [&](std::string_view name) { return directory.path() / name; };
    make_store(root("few"), few);
    make_store(root("thousand"), thousand);
    make_store(root("ten_thousand"), ten_thousand);
    make_store(root("hundred_thousand"), hundred_thousand);
    compare_adding_in_memory(directory.path());
    const double peak = static_cast<double>(peak_of(root("hundred_thousand"))) / 1024;

    Warm with_few(root("few"), few);
    Warm with_thousand(root("thousand"), thousand);
    Warm with_ten_thousand(root("ten_thousand"), ten_thousand);
    Warm with_hundred_thousand(root("hundred_thousand"), hundred_thousand);
    compare_adding("synced to disk", with_few, with_ten_thousand, with_hundred_thousand);
    compare_events(with_few, with_hundred_thousand, directory.path());
    compare_packs(with_thousand, with_hundred_thousand);
    compare_node(with_ten_thousand, directory.path());
    fmt::print("\nmemory of a process after 20 packs and 20 events, 100,000 memories: {:.1f} MB, bar <= 40 {}\n", peak,
               peak <= 40 ? "holds" : "MISSED");
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    hm::benchmarks::run(hm::benchmarks::read_options(count, values));
}
