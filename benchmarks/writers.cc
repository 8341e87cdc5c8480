// Sixteen processes write at once: how long each write waited, whether any failed, and whether all are there.
// NORMAL is the path of hooks, FULL that of commands.
#include "adapters/clients/opencode/replies.h"
#include "app/bus/bus.h"
#include "filled_store.h"
#include "measure.h"
#include "processes.h"
#include "store/queries/spool.h"

namespace hm::benchmarks {
namespace {

namespace fs = std::filesystem;

constexpr int writers = 16;
constexpr int writes = 200;
constexpr double longest_wait_ms = 1000;

// One process's way to write. Returns false when the write failed.
class Writer {
public:
    explicit Writer(const fs::path& root, int number)
        : number_(number),
          replies_(root, clock_, ids_),
          project_(checked(Project::open(root, clock_, ids_, Deadline::in(seconds(20))), "open")) {}

    bool hook() {
        const json::object request{{"id", ids_.next(clock_.now()).text()},
                                   {"hook", "tool.execute.before"},
                                   {"input",
                                    {{"tool", "read"},
                                     {"sessionID", fmt::format("session {}", number_)},
                                     {"callID", "call"},
                                     // Never the same twice: the same call over and over is refused.
                                     {"args", {{"filePath", "README.md"}, {"offset", ++asked_}}}}}};
        return replies_.answer(request).contains("verdict");
    }
    bool command() {
        Workspace workspace = project_.workspace();
        const json::object input{{"content", words_.text(memory_words)}};
        return execute(*find_command("memory save"), {input, {}}, workspace).has_value();
    }

private:
    int number_;
    int asked_ = 0;
    SystemClock clock_;
    RandomIds ids_;
    // Texts that the store does not hold yet: what is known would not be kept again.
    Words words_{1000 + static_cast<unsigned>(number_)};
    opencode::Replies replies_;
    Project project_;
};

struct Outcome {
    std::vector<double> waits_us;
    int errors = 0;
    double seconds = 0;
};

// Every process reports a wait for each write, negative when it failed.
Outcome run_all(const fs::path& root, bool (Writer::*write_once)()) {
    Outcome outcome;
    const double took = microseconds_of([&] {
        std::vector<Forked> processes;
        for (int number = 0; number < writers; ++number) {
            processes.emplace_back([&, number](int output, int) {
                Writer writer(root, number);
                std::vector<double> waits;
                for (int i = 0; i < writes; ++i) {
                    bool is_done = false;
                    const double wait = microseconds_of([&] { is_done = (writer.*write_once)(); });
                    waits.push_back(is_done ? wait : -wait);
                }
                const std::size_t size = waits.size() * sizeof(double);
                if (write(output, waits.data(), size) != static_cast<ssize_t>(size)) _exit(1);
            });
        }
        for (const Forked& process : processes) {
            double wait = 0;
            while (read(process.output(), &wait, sizeof wait) == sizeof wait) {
                outcome.waits_us.push_back(std::abs(wait));
                if (wait < 0) ++outcome.errors;
            }
        }
    });
    outcome.seconds = took / 1e6;
    return outcome;
}

std::int64_t count_rows(const fs::path& root, std::string_view sql) {
    SystemClock clock;
    RandomIds ids;
    Project project = checked(Project::open(root, clock, ids, Deadline::in(seconds(5))), "open");
    Statement read = checked(project.workspace().store.connection().prepare(sql), "count");
    (void)checked(read.step(), "count");
    return read.integer(0);
}

void print(std::string_view name, const Outcome& outcome, std::int64_t there) {
    const auto at = [&](double part) { return percentile(outcome.waits_us, part) / 1000; };
    const auto asked = static_cast<std::int64_t>(outcome.waits_us.size()) - outcome.errors;
    const double longest = at(1);
    fmt::print("{}: p50 {:.2f} ms, p99 {:.2f} ms, longest {:.1f} ms (bar <= {:g} {}), {:.0f} writes a second\n", name,
               at(0.5), at(0.99), longest, longest_wait_ms, longest <= longest_wait_ms ? "holds" : "MISSED",
               static_cast<double>(outcome.waits_us.size()) / outcome.seconds);
    fmt::print("  {} of {} writes acknowledged (bar: all, {}), {} lost (bar 0, {})\n", asked, writers * writes,
               asked == writers * writes ? "holds" : "MISSED", asked - there, asked == there ? "holds" : "MISSED");
}

void run(const Options&) {
    const TempDirectory directory;
    const fs::path root = directory.path() / "store";
    make_store(root, 1000);
    fmt::print("\n{} processes, {} writes each\n", writers, writes);

    const Outcome hooks = run_all(root, &Writer::hook);
    const auto spooled = static_cast<std::int64_t>(checked(count_spool(project_paths(root)), "spool"));
    print("events of hooks (NORMAL)", hooks,
          count_rows(root, "SELECT count(*) FROM events WHERE kind LIKE 'gate.%'") + spooled);
    fmt::print("  {} of them through the spool\n", spooled);

    const Outcome commands = run_all(root, &Writer::command);
    print("memories saved (FULL)", commands, count_rows(root, "SELECT count(*) FROM memories") - 1000);
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
