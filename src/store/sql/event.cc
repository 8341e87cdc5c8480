#include "store/sql/event.h"

#include <sqlite3.h>

#include "store/record_rows.h"

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

Result<std::optional<Event>> find_event_by_request(Connection& connection, std::string_view request_id, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Event>(connection, "WHERE t.request_id=?", bad, request_id));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

}  // namespace hm
