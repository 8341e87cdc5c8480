#include "store/sql/old_events.h"

#include <fmt/format.h>

#include "store/record_rows.h"
#include "store/record_sql.h"

namespace hm {
namespace {

// Decisions against a call, changes, checkpoints, signals and what failed are not among them.
constexpr std::string_view only_seen =
    "t.kind IN ('gate.allow','gate.advise','tool.done','usage','injection','session.seen','session.turn',"
    "'session.prompt','session.command','session.batch','session.started','session.left')";
constexpr std::string_view nobody_needs =
    "NOT EXISTS(SELECT 1 FROM changes c WHERE c.event_seq=t.seq) AND (t.task_id IS NULL OR NOT EXISTS(SELECT 1 FROM "
    "tasks k WHERE k.id=t.task_id AND k.status IN ('planned','active','review')))";

struct Window {
    std::int64_t last = 0;
    bool is_cut = false;  // by an event that is not old
};

// From the place on, as far as the events are old. Never the newest of all: its number would be given again.
Result<Window> window_after(Connection& connection, std::int64_t after_seq, Time before, std::int64_t looked_at) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT seq, at FROM events WHERE seq>?1 AND "
                                                     "seq<(SELECT max(seq) FROM events) ORDER BY seq LIMIT ?2"));
    bind_all(read, after_seq, looked_at);
    Window window{after_seq, false};
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return window;
        if (read.integer(1) >= before.ms) return Window{window.last, true};
        window.last = read.integer(0);
    }
}

// A remark on an injection keeps it.
Result<void> remove_injection(Connection& connection, const Id& id) {
    HM_TRY_ASSIGN(Statement drop, connection.prepare("DELETE FROM injections WHERE id=?1 AND NOT EXISTS(SELECT 1 FROM "
                                                     "comments WHERE on_id=?1)"));
    drop.bind(1, id);
    HM_TRY(drop.run());
    HM_TRY_ASSIGN(Statement forget, connection.prepare("DELETE FROM nodes WHERE id=?1 AND noun='injection' AND NOT "
                                                       "EXISTS(SELECT 1 FROM injections WHERE id=?1)"));
    forget.bind(1, id);
    return forget.run();
}

}  // namespace

Result<OldEvents> old_events(Connection& connection, std::int64_t after_seq, Time before, std::int64_t looked_at,
                             BadRows& bad) {
    HM_TRY_ASSIGN(const Window window, window_after(connection, after_seq, before, looked_at));
    OldEvents old{{}, window.last, window.is_cut};
    if (window.last == after_seq) return old;
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare(rows::sql_of<Event>().select +
                                     fmt::format("WHERE t.seq>?1 AND t.seq<=?2 AND {} AND {} ORDER BY t.seq", only_seen,
                                                 nobody_needs)));
    bind_all(read, after_seq, window.last);
    HM_TRY_ASSIGN(old.events, rows::read_all<Event>(connection, read, bad));
    return old;
}

Result<void> remove_events(Transaction& transaction, const std::vector<Event>& events) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement drop, connection.prepare("DELETE FROM events WHERE seq=?"));
    for (const Event& event : events) {
        drop.reset();
        drop.bind(1, event.seq);
        HM_TRY(drop.run());
        if (event.kind.view() == "injection" && event.subject_id) {
            HM_TRY(connection.execute("SAVEPOINT old_injection"));
            // Something still names it: then it stays.
            if (!remove_injection(connection, *event.subject_id)) {
                HM_TRY(connection.execute("ROLLBACK TO old_injection"));
            }
            HM_TRY(connection.execute("RELEASE old_injection"));
        }
    }
    return {};
}

}  // namespace hm
