#include "store/queries/injection.h"

#include <algorithm>

#include "store/records/columns.h"

namespace hm {
namespace {

constexpr std::int64_t looked_at = 20;
// A conversation that holds more is one that its client compacts.
constexpr std::int64_t placed_looked_at = 200;
constexpr Duration kept_for = hours(30 * 24);
constexpr Duration marked_anew_after = hours(24);
// Each new text looks at so many of its neighbours and removes those that nobody used for long: the table stays
// bounded without an index by time.
constexpr std::int64_t neighbours = 4;

// Each new injection removes some of the oldest when they are past their time or too many. A row's number tells how
// many came after it, so that nothing is counted.
constexpr std::int64_t oldest_looked_at = 4;
constexpr std::int64_t most_kept = 20'000;

Result<void> drop_old_neighbours(Connection& connection, std::int64_t hash, Time now) {
    HM_TRY_ASSIGN(Statement drop,
                  connection.prepare("DELETE FROM pack_texts WHERE hash IN (SELECT hash FROM pack_texts WHERE hash>?1 "
                                     "ORDER BY hash LIMIT ?2) AND used_at<?3"));
    bind_all(drop, hash, neighbours, now.ms - kept_for.ms);
    return drop.run();
}

}  // namespace

HM_STORED_NOUN(Injection)

Result<std::optional<Injection>> last_injection(Connection& connection, const Id& session_id,
                                                const std::optional<Word>& agent, BadRows& bad) {
    HM_TRY_ASSIGN(auto found,
                  select<Injection>(connection,
                                    "WHERE t.session_id=?1 AND t.rowid IN (SELECT i.rowid FROM injections i WHERE "
                                    "i.session_id=?1 ORDER BY i.created_at DESC LIMIT ?3) AND t.agent IS ?2 "
                                    "ORDER BY t.created_at DESC, t.id DESC LIMIT 1",
                                    bad, session_id,
                                    agent ? std::optional<std::string_view>(agent->view()) : std::nullopt, looked_at));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

Result<std::vector<Injection>> recent_injections(Connection& connection, const std::optional<Id>& session_id,
                                                 std::int64_t limit, BadRows& bad) {
    if (!session_id) {
        return select<Injection>(connection, "WHERE t.archived_at IS NULL ORDER BY t.id DESC LIMIT ?", bad, limit);
    }
    return select<Injection>(connection, "WHERE t.session_id=? ORDER BY t.created_at DESC, t.id DESC LIMIT ?", bad,
                             *session_id, limit);
}

Result<std::vector<PlacedInjection>> placed_injections(Connection& connection, const Id& session_id) {
    HM_TRY_ASSIGN(Statement find,
                  connection.prepare("SELECT coalesce(i.place,''), i.delivery, i.seen, p.text, i.id FROM injections i "
                                     "LEFT JOIN pack_texts p ON p.hash=i.text_hash WHERE i.session_id=?1 AND (i.place "
                                     "IS NOT NULL OR i.seen<>'{}') ORDER BY i.created_at DESC, i.id DESC LIMIT ?2"));
    bind_all(find, session_id, placed_looked_at);
    std::vector<PlacedInjection> found;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, find.step());
        if (!has_row) break;
        PlacedInjection placed{
            std::string(find.text(4)), std::string(find.text(0)), find.text(1) == name_of(DeliveryKind::full), {}, {}};
        if (auto seen = parse_json(find.text(2)); seen && seen->is_object()) placed.seen = seen->get_object();
        if (!find.is_null(3)) placed.text = std::string(find.text(3));
        found.push_back(std::move(placed));
    }
    std::ranges::reverse(found);
    return found;
}

namespace {

Result<std::vector<std::string>> texts_of(Statement& find) {
    std::vector<std::string> found;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, find.step());
        if (!has_row) break;
        found.emplace_back(find.text(0));
    }
    return found;
}

}  // namespace

Result<std::set<std::string>> records_shown(Connection& connection, const std::vector<std::string>& injection_ids) {
    HM_TRY_ASSIGN(Statement find,
                  connection.prepare("SELECT DISTINCT r.value FROM injections i, json_each(i.sections) s, "
                                     "json_each(s.value,'$.ids') r WHERE i.id IN (SELECT value FROM json_each(?))"));
    const std::string ids = to_text(json::array(injection_ids.begin(), injection_ids.end()));
    find.bind(1, std::string_view(ids));
    HM_TRY_ASSIGN(std::vector<std::string> shown, texts_of(find));
    return std::set<std::string>(shown.begin(), shown.end());
}

Result<std::vector<std::string>> injections_since_whole(Connection& connection, const Id& session_id,
                                                        const std::optional<Word>& agent) {
    HM_TRY_ASSIGN(Statement find,
                  connection.prepare("SELECT id FROM injections WHERE session_id=?1 AND agent IS ?2 AND created_at>="
                                     "(SELECT max(created_at) FROM injections WHERE session_id=?1 AND agent IS ?2 AND "
                                     "delivery='full') ORDER BY created_at DESC LIMIT ?3"));
    bind_all(find, session_id, agent ? std::optional<std::string_view>(agent->view()) : std::nullopt, placed_looked_at);
    return texts_of(find);
}

Result<void> drop_oldest_injections(Transaction& transaction, Time now) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement find,
                  connection.prepare("SELECT id FROM (SELECT id, created_at, rowid AS number FROM injections ORDER BY "
                                     "rowid LIMIT ?1) WHERE created_at<?2 OR number<=(SELECT max(rowid) FROM "
                                     "injections)-?3"));
    bind_all(find, oldest_looked_at, now.ms - kept_for.ms, most_kept);
    std::vector<std::string> old;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, find.step());
        if (!has_row) break;
        old.emplace_back(find.text(0));
    }
    find.reset();
    for (const std::string& id : old) {
        HM_TRY_ASSIGN(Statement remove, connection.prepare("DELETE FROM injections WHERE id=?"));
        remove.bind(1, std::string_view(id));
        HM_TRY(remove.run());
        HM_TRY(unregister_node(connection, table_of<Injection>.noun, id));
    }
    return {};
}

Result<void> keep_pack_text(Transaction& transaction, std::int64_t hash, std::string_view text, Time now) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement find, connection.prepare("SELECT used_at FROM pack_texts WHERE hash=?"));
    find.bind(1, hash);
    HM_TRY_ASSIGN(const bool is_there, find.step());
    if (is_there && find.integer(0) > now.ms - marked_anew_after.ms) return {};
    find.reset();
    HM_TRY_ASSIGN(Statement keep, connection.prepare("INSERT INTO pack_texts(hash,used_at,text) VALUES(?1,?2,?3) "
                                                     "ON CONFLICT(hash) DO UPDATE SET used_at=?2"));
    bind_all(keep, hash, now, text);
    HM_TRY(keep.run());
    return drop_old_neighbours(connection, hash, now);
}

Result<std::optional<std::string>> find_pack_text(Connection& connection, std::int64_t hash) {
    HM_TRY_ASSIGN(Statement find, connection.prepare("SELECT text FROM pack_texts WHERE hash=?"));
    find.bind(1, hash);
    HM_TRY_ASSIGN(const bool is_there, find.step());
    if (!is_there) return std::nullopt;
    return std::string(find.text(0));
}

}  // namespace hm
