#include "store/records/change.h"

#include "store/records/columns.h"

namespace hm {
namespace {

// Far above what the longest record can take, so that no before-image is ever refused.
constexpr std::size_t max_image_bytes = 256U << 20U;
// How many times an undo may itself be undone before we stop following.
constexpr int deepest = 1000;

Result<std::optional<Event>> first_of(Result<std::vector<Event>> found) {
    if (!found) return fail(std::move(found).error());
    if (found->empty()) return std::nullopt;
    return std::move(found->front());
}

Result<std::vector<std::int64_t>> numbers(Statement& read) {
    std::vector<std::int64_t> found;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return found;
        found.push_back(read.integer(0));
    }
}

Result<std::vector<std::int64_t>> undos_of(Connection& connection, std::int64_t event_seq) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT seq FROM events WHERE kind='undo' AND "
                                                     "json_extract(facts,'$.receipt.undoes')=? ORDER BY seq DESC"));
    read.bind(1, event_seq);
    return numbers(read);
}

Result<std::optional<std::int64_t>> follow(Connection& connection, std::int64_t event_seq, int depth) {
    if (depth > deepest) return std::nullopt;
    HM_TRY_ASSIGN(const auto undos, undos_of(connection, event_seq));
    for (const std::int64_t undo : undos) {
        HM_TRY_ASSIGN(const auto is_undone, follow(connection, undo, depth + 1));
        if (!is_undone) return undo;
    }
    return std::nullopt;
}

}  // namespace

Result<std::optional<Event>> find_event(Connection& connection, std::int64_t seq, BadRows& bad) {
    return first_of(select<Event>(connection, "WHERE t.seq=?", bad, seq));
}

Result<std::optional<Event>> find_event(Connection& connection, const Id& id, BadRows& bad) {
    return first_of(select<Event>(connection, "WHERE t.id=?", bad, id));
}

Result<std::vector<KeptChange>> changes_of(Connection& connection, std::int64_t event_seq) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT noun, id, before FROM changes WHERE event_seq=? "
                                                     "ORDER BY position"));
    read.bind(1, event_seq);
    std::vector<KeptChange> changes;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return changes;
        KeptChange change{std::string(read.text(0)), std::string(read.text(1)), std::nullopt};
        if (!read.is_null(2)) {
            HM_TRY_ASSIGN(change.before, parse_json(read.text(2), max_image_bytes));
        }
        changes.push_back(std::move(change));
    }
}

Result<std::vector<std::int64_t>> events_changing(Connection& connection, std::string_view id, std::int64_t after) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT DISTINCT event_seq FROM changes WHERE id=? AND "
                                                     "event_seq>? ORDER BY event_seq"));
    bind_all(read, id, after);
    return numbers(read);
}

Result<std::vector<Event>> events_about(Connection& connection, const Id& id, std::int64_t limit, BadRows& bad) {
    return select<Event>(
        connection,
        "WHERE t.seq IN (SELECT seq FROM events WHERE subject_id=?1 UNION SELECT event_seq FROM changes "
        "WHERE id=?1 UNION SELECT seq FROM events WHERE session_id=?1 UNION SELECT seq FROM events "
        "WHERE task_id=?1) ORDER BY t.seq DESC LIMIT ?2",
        bad, id, limit);
}

Result<std::optional<std::int64_t>> undone_by(Connection& connection, std::int64_t event_seq) {
    return follow(connection, event_seq, 0);
}

std::optional<std::int64_t> undone_event(const Event& event) {
    if (event.kind.view() != "undo") return std::nullopt;
    const json::value* undoes = object_member(event.facts, "receipt").if_contains(undoes_member);
    return undoes != nullptr && undoes->is_int64() ? std::optional(undoes->get_int64()) : std::nullopt;
}

Result<bool> set_aside_once(Transaction& transaction, const SetAside& node) {
    HM_TRY_ASSIGN(Statement add,
                  transaction.connection().prepare(
                      "INSERT INTO quarantine(at,noun,id,reason,content) SELECT ?1,?2,?3,?4,?5 WHERE NOT EXISTS"
                      "(SELECT 1 FROM quarantine WHERE id=?3 AND noun=?2 AND content=?5) RETURNING number"));
    bind_all(add, node.at, std::string_view(node.noun), std::string_view(node.id), std::string_view(node.reason),
             std::string_view(node.content));
    return add.step();
}

Result<bool> is_set_aside(Connection& connection, const SetAside& node) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM quarantine WHERE id=? AND noun=? AND content=?"));
    bind_all(read, std::string_view(node.id), std::string_view(node.noun), std::string_view(node.content));
    return read.step();
}

Result<bool> has_set_aside_rows(Connection& connection) {
    HM_TRY_ASSIGN(Statement read, connection.prepare("SELECT 1 FROM quarantine LIMIT 1"));
    return read.step();
}

Result<void> forget_set_aside(Transaction& transaction, std::string_view noun, std::string_view id) {
    HM_TRY_ASSIGN(Statement forget, transaction.connection().prepare("DELETE FROM quarantine WHERE id=? AND noun=?"));
    bind_all(forget, id, noun);
    return forget.run();
}

Result<void> for_each_set_aside(Connection& connection, const std::function<Result<void>(const SetAside&)>& visit) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT noun,id,reason,content,at FROM quarantine ORDER BY id,noun,content"));
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return {};
        HM_TRY(visit({std::string(read.text(0)), std::string(read.text(1)), std::string(read.text(2)),
                      std::string(read.text(3)), Time{read.integer(4)}}));
    }
}

}  // namespace hm
