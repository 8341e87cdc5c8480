// A project with 10,000 sessions and 1,000,000 events against one with 10 and 1,000: status, resume, log and the path
// of an event must stay as fast. Filling takes a minute, so that it runs only when it is named.
#include "adapters/clients/opencode/replies.h"
#include "app/bus/bus.h"
#include "filled_store.h"
#include "measure.h"
#include "store/queries/session.h"

namespace hm::benchmarks {
namespace {

constexpr double flat_bar = 1.5;

struct Size {
    std::int64_t sessions;
    std::int64_t events;
};

void add_session(Transaction& transaction, Workspace& workspace, std::int64_t number, std::int64_t events, Time& at) {
    Session session;
    session.id = workspace.ids.next(at);
    session.stamp = checked(take_stamp(transaction, local_minute(at)), "stamp");
    session.created_at = at;
    session.modified_at = at;
    session.client = checked(Word::make("opencode"), "client");
    session.client_session_id = checked(ClientSessionId::make("old" + std::to_string(number)), "id");
    session.role = checked(Word::make("solo"), "role");
    checked(insert(transaction, session), "session");
    for (std::int64_t i = 0; i < events; ++i) {
        at = at + milliseconds(600);
        Event event;
        event.id = workspace.ids.next(at);
        event.at = at;
        event.kind = checked(Word::make(i % 3 == 0 ? "checkpoint" : i % 3 == 1 ? "gate.allow" : "tool.done"), "kind");
        event.actor = ActorKind::hook;
        event.session_id = session.id;
        event.request_id = checked(Text<1, 120>::make(event.id.text()), "request");
        event.summary = checked(Sentence::make("edit src/some/file.ts"), "summary");
        event.facts = {{"tool", "edit"}, {"kind", "write"}, {"files", {"src/some/file.ts"}}};
        checked(append_event(transaction, std::move(event)), "event");
    }
    transaction.changes().clear();
}

void fill_sessions(const std::filesystem::path& root, const Size& size) {
    std::filesystem::create_directories(root);
    const Forked filler([&](int output, int) {
        SystemClock clock;
        RandomIds ids;
        Project project = checked(Project::create(root, clock, ids), "create");
        Workspace workspace = project.workspace();
        Connection& connection = workspace.store.connection();
        checked(connection.execute("PRAGMA cache_size=-300000"), "cache_size");
        Time at{clock.now().ms - size.events * 700};
        for (std::int64_t done = 0; done < size.sessions;) {
            Transaction transaction = checked(Transaction::begin(connection, Durability::process_crash), "begin");
            for (int i = 0; i < 500 && done < size.sessions; ++i, ++done) {
                add_session(transaction, workspace, done, size.events / size.sessions, at);
            }
            checked(transaction.commit(), "commit");
        }
        checked(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"), "checkpoint");
        if (write(output, "f", 1) != 1) _exit(1);
    });
    filler.wait_for_byte();
}

class Open {
public:
    Open(const std::filesystem::path& root, std::string name)
        : name_(std::move(name)),
          replies_(root, clock_, ids_),
          project_(checked(Project::open(root, clock_, ids_, Deadline::in(seconds(5))), "open")) {}

    double query(std::string_view name) {
        return microseconds_of([&] {
            Workspace workspace = project_.workspace();
            (void)checked(ask(*find_query(name), json::object{}, {}, workspace), name);
        });
    }
    double event() {
        const json::object request{
            {"id", ids_.next(clock_.now()).text()},
            {"hook", "tool.execute.after"},
            {"input",
             {{"tool", "edit"}, {"sessionID", "bench"}, {"callID", "call"}, {"args", {{"filePath", "src/a.ts"}}}}}};
        json::object reply;
        const double took = microseconds_of([&] { reply = replies_.answer(request); });
        if (reply.contains("failed")) give_up(to_text(reply));
        return took;
    }
    const std::string& name() const { return name_; }

private:
    std::string name_;
    SystemClock clock_;
    RandomIds ids_;
    opencode::Replies replies_;
    Project project_;
};

void run(const Options&) {
    const TempDirectory directory;
    const Size small{10, 1000};
    const Size large{10'000, 1'000'000};
    const auto small_root = directory.path() / "small";
    const auto large_root = directory.path() / "large";
    fill_sessions(small_root, small);
    const double took = microseconds_of([&] { fill_sessions(large_root, large); });
    const auto bytes = std::filesystem::file_size(large_root / ".hivemind" / "hivemind.db");
    fmt::print("10,000 sessions, 1,000,000 events: filled in {:.1f} s, {:.1f} MB, {:.0f} bytes an event\n", took / 1e6,
               static_cast<double>(bytes) / 1e6, static_cast<double>(bytes) / static_cast<double>(large.events));
    Open one(small_root, "10 sessions, 1,000 events");
    Open other(large_root, "10,000 sessions, 1,000,000 events");
    for (const std::string_view name : {"status", "resume", "log", "event"}) {
        const auto measure = [&](Open& store) { return name == "event" ? store.event() : store.query(name); };
        Comparison comparison;
        const std::size_t reference = comparison.add(one.name(), [&] { return measure(one); });
        const std::size_t subject = comparison.add(other.name(), [&] { return measure(other); });
        comparison.run(100);
        print_heading(name);
        print_reference(comparison, reference);
        print_ratio(comparison, subject, reference, flat_bar);
    }
}

}  // namespace
}  // namespace hm::benchmarks

int main(int count, char** values) {
    return hm::benchmarks::run_benchmark(count, values, hm::benchmarks::run);
}
