#include "store/queries/event.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "store/records/columns.h"
#include "store/sqlite/connection.h"

namespace hm {

json::object facts_left_out() {
    return {{"left_out", "facts were too long"}};
}

Result<std::int64_t> append_event(Transaction& transaction, Event event) {
    std::string facts = to_text(event.facts);
    if (facts.size() > max_event_facts_bytes) facts = to_text(facts_left_out());
    HM_TRY_ASSIGN(
        Statement add,
        transaction.connection().prepare(
            "INSERT INTO events(id,at,kind,actor,role,session_id,task_id,subject_id,request_id,summary,facts) "
            "VALUES(?,?,?,?,?,?,?,?,?,?,?)"));
    bind_all(add, event.id, event.at, event.kind.view(), name_of(event.actor));
    const auto text_or_null = [&](int index, const auto& value) {
        value ? add.bind(index, value->view()) : add.bind_null(index);
    };
    text_or_null(5, event.role);
    add.bind(6, event.session_id);
    add.bind(7, event.task_id);
    add.bind(8, event.subject_id);
    text_or_null(9, event.request_id);
    add.bind(10, event.summary.view());
    add.bind(11, std::string_view(facts));
    HM_TRY(add.run());
    // Not RETURNING, for which SQLite makes a table each time.
    return sqlite3_last_insert_rowid(transaction.connection().handle());
}

Result<void> keep_changes(Transaction& transaction, std::int64_t event_seq) {
    HM_TRY_ASSIGN(Statement add, transaction.connection().prepare(
                                     "INSERT INTO changes(event_seq,position,noun,id,before) VALUES(?,?,?,?,?)"));
    std::int64_t position = 0;
    for (const Change& change : transaction.changes()) {
        bind_all(add, event_seq, position++, change.noun, std::string_view(change.id));
        change.before.is_null() ? add.bind_null(5) : add.bind(5, std::string_view(to_text(change.before)));
        HM_TRY(add.run());
    }
    return {};
}

Result<std::vector<Event>> list_events(Connection& connection, const EventFilter& filter, BadRows& bad) {
    std::string where = "WHERE t.seq>?1 ";
    if (filter.session_id) where += "AND t.session_id=?3 ";
    if (filter.subject_id) where += "AND t.subject_id=?4 ";
    if (filter.kind_prefix) where += "AND substr(t.kind,1,length(?5))=?5 ";
    if (filter.task_id) where += "AND t.task_id=?6 ";
    if (filter.actor) where += "AND t.actor=?7 ";
    if (filter.since) where += "AND t.at>=?8 ";
    if (filter.text) where += "AND instr(lower(t.kind||char(10)||t.summary||char(10)||t.facts),lower(?9))>0 ";
    if (filter.until_seq) where += "AND t.seq<=?10 ";
    where += "ORDER BY t.seq DESC LIMIT ?2";
    HM_TRY_ASSIGN(Statement read, connection.prepare(rows::sql_of<Event>().select + where));
    bind_all(read, filter.after_seq, filter.limit);
    if (filter.session_id) read.bind(3, *filter.session_id);
    if (filter.subject_id) read.bind(4, *filter.subject_id);
    if (filter.kind_prefix) read.bind(5, std::string_view(*filter.kind_prefix));
    if (filter.task_id) read.bind(6, *filter.task_id);
    if (filter.actor) read.bind(7, name_of(*filter.actor));
    if (filter.since) read.bind(8, *filter.since);
    if (filter.text) read.bind(9, std::string_view(*filter.text));
    if (filter.until_seq) read.bind(10, *filter.until_seq);
    return rows::read_all<Event>(connection, read, bad);
}

Result<std::int64_t> last_event_seq(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT coalesce(max(seq),0) FROM events"));
    HM_TRY(read.step());
    return read.integer(0);
}

Result<std::int64_t> data_version(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("PRAGMA data_version"));
    HM_TRY(read.step());
    return read.integer(0);
}

Result<bool> has_event_of_request(Connection& connection, const std::optional<Text<1, 120>>& request_id) {
    if (!request_id) return false;
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM events WHERE request_id=?"));
    read.bind(1, request_id->view());
    return read.step();
}

Result<void> check_same_request(const Event& first, std::string_view asked) {
    const std::string_view before = text_member(first.facts, asked_fact);
    if (before.empty() || asked.empty() || before == asked) return {};
    return fail(
        Error{ErrorCode::conflict,
              "The request id was already used for another request; nothing was done.",
              "Send it under an id of its own.",
              "A request that arrives again under its id is answered as it was the first time, and this one asks "
              "for something else.",
              {first.summary.str()}});
}

Result<std::optional<Event>> find_event_by_request(Connection& connection, std::string_view request_id, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Event>(connection, "WHERE t.request_id=?", bad, request_id));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

namespace {

constexpr Duration receipts_kept_for = hours(24);
constexpr std::int64_t most_receipts = 200;

}  // namespace

Result<void> keep_receipt(Transaction& transaction, std::string_view request_id, Time at, std::string_view receipt) {
    if (receipt.size() > max_receipt_bytes) return {};
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(
        Statement forget,
        connection.prepare("DELETE FROM receipts WHERE at<?1 OR rowid<=(SELECT max(rowid) FROM receipts)-?2"));
    bind_all(forget, Time{at.ms - receipts_kept_for.ms}, most_receipts);
    HM_TRY(forget.run());
    HM_TRY_ASSIGN(Statement keep,
                  connection.prepare("INSERT OR REPLACE INTO receipts(request_id,at,receipt) VALUES(?1,?2,?3)"));
    bind_all(keep, request_id, at, receipt);
    return keep.run();
}

Result<std::optional<std::string>> find_receipt(Connection& connection, std::string_view request_id) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT receipt FROM receipts WHERE request_id=?"));
    read.bind(1, request_id);
    HM_TRY_ASSIGN(const bool is_there, read.step());
    if (!is_there) return std::nullopt;
    return std::string(read.text(0));
}

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
