#include <fmt/format.h>

#include "base/codec.h"
#include "store/records/node_import.h"

namespace hm {
namespace {

constexpr const char* create_tables =
    "CREATE TEMP TABLE staged(id TEXT PRIMARY KEY, noun TEXT NOT NULL, modified_at INTEGER NOT NULL,"
    " record TEXT NOT NULL, unknown TEXT NOT NULL, alias TEXT NOT NULL, state TEXT NOT NULL) STRICT;"
    "CREATE INDEX temp.staged_by_noun ON staged(noun, id);"
    "CREATE TEMP TABLE staged_references(from_id TEXT NOT NULL, field TEXT NOT NULL, to_id TEXT NOT NULL,"
    " target TEXT NOT NULL) STRICT;"
    "CREATE INDEX temp.staged_references_from ON staged_references(from_id);"
    "CREATE INDEX temp.staged_references_to ON staged_references(to_id);";

constexpr std::string_view is_nowhere =
    "s.state IN ('fresh','newer') "
    "AND NOT EXISTS(SELECT 1 FROM temp.staged t WHERE t.id=r.to_id AND (r.target='' OR t.noun=r.target) "
    "AND t.state NOT IN ('refused','merged')) "
    "AND NOT EXISTS(SELECT 1 FROM nodes n WHERE n.id=r.to_id AND (r.target='' OR n.noun=r.target))";

Result<StagedNode> read_node(const Statement& row) {
    HM_TRY_ASSIGN(json::value record, parse_json(row.text(3)));
    HM_TRY_ASSIGN(json::value unknown, parse_json(row.text(4)));
    return StagedNode{std::string(row.text(1)), Id::trusted(std::string(row.text(0))),
                      Time{row.integer(2)},     record.as_object(),
                      unknown.as_object(),      std::string(row.text(5))};
}

Result<std::vector<Dangling>> read_dangling(Statement& read) {
    std::vector<Dangling> found;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return found;
        found.push_back({std::string(read.text(0)), Id::trusted(std::string(read.text(1))), std::string(read.text(2)),
                         std::string(read.text(3)), std::string(read.text(4))});
    }
}

constexpr std::string_view columns = "id,noun,modified_at,record,unknown,alias";

}  // namespace

Result<std::vector<rows::NamedId>> references_of(std::string_view noun, const json::object& object) {
    Result<std::vector<rows::NamedId>> named;
    for_each_node([&]<class Record>() {
        if (table_of<Record>.noun != noun) return;
        named = [&]() -> Result<std::vector<rows::NamedId>> {
            HM_TRY_ASSIGN(const Record record, decode_as<Record>(object, noun));
            return rows::named_ids(record);
        }();
    });
    return named;
}

Result<void> StagedNodes::open() {
    return transaction_->connection().execute(create_tables);
}

Result<void> StagedNodes::close() {
    return transaction_->connection().execute("DROP TABLE temp.staged; DROP TABLE temp.staged_references");
}

Result<bool> StagedNodes::add(const StagedNode& node, const std::vector<rows::NamedId>& references) {
    HM_TRY_ASSIGN(
        Statement add,
        transaction_->connection().prepare(
            "INSERT INTO temp.staged(id,noun,modified_at,record,unknown,alias,state) VALUES(?,?,?,?,?,?,'fresh') "
            "ON CONFLICT(id) DO UPDATE SET noun=excluded.noun, modified_at=excluded.modified_at, "
            "record=excluded.record, unknown=excluded.unknown, alias=excluded.alias "
            "WHERE excluded.modified_at>staged.modified_at AND excluded.noun=staged.noun RETURNING id"));
    bind_all(add, node.id, std::string_view(node.noun), node.modified_at, std::string_view(to_text(node.record)),
             std::string_view(to_text(node.unknown)), std::string_view(node.alias));
    HM_TRY_ASSIGN(const bool is_taken, add.step());
    if (!is_taken) return false;
    add.reset();
    HM_TRY(add_references(node.id, references));
    return true;
}

Result<void> StagedNodes::add_references(const Id& id, const std::vector<rows::NamedId>& references) {
    Connection& connection = transaction_->connection();
    HM_TRY_ASSIGN(Statement clear, connection.prepare("DELETE FROM temp.staged_references WHERE from_id=?"));
    clear.bind(1, id);
    HM_TRY(clear.run());
    HM_TRY_ASSIGN(Statement add,
                  connection.prepare("INSERT INTO temp.staged_references(from_id,field,to_id,target) VALUES(?,?,?,?)"));
    for (const rows::NamedId& each : references) {
        const std::string target = target_of(each.table, each.column);
        bind_all(add, id, std::string_view(each.field), each.id, std::string_view(target));
        HM_TRY(add.run());
    }
    return {};
}

// The noun that a column's foreign key points to; empty for any.
std::string StagedNodes::target_of(const std::string& table, const std::string& column) {
    const std::string key = table + "." + column;
    if (const auto known = targets_.find(key); known != targets_.end()) return known->second;
    std::string target;
    auto read = transaction_->connection().prepare("SELECT \"table\" FROM pragma_foreign_key_list(?) WHERE \"from\"=?");
    if (read) {
        bind_all(*read, std::string_view(table), std::string_view(column));
        const auto has_row = read->step();
        const std::string parent = has_row && *has_row ? std::string(read->text(0)) : std::string();
        for (const AnyNoun& noun : all_nouns()) {
            if (noun.table.name == parent) target = noun.table.noun;
        }
    }
    return targets_.emplace(key, target).first->second;
}

Result<void> StagedNodes::compare() {
    for (const AnyNoun& noun : all_nouns()) {
        HM_TRY_ASSIGN(Statement compare,
                      transaction_->connection().prepare(fmt::format(
                          "UPDATE temp.staged SET state=CASE WHEN staged.modified_at>t.modified_at THEN 'newer' "
                          "WHEN staged.modified_at<t.modified_at THEN 'older' ELSE 'equal' END "
                          "FROM main.{} AS t WHERE staged.noun=? AND t.id=staged.id AND staged.state='fresh'",
                          noun.table.name)));
        compare.bind(1, noun.table.noun);
        HM_TRY(compare.run());
    }
    return {};
}

Result<void> StagedNodes::set_state(const Id& id, StagedState state) {
    HM_TRY_ASSIGN(Statement set, transaction_->connection().prepare("UPDATE temp.staged SET state=? WHERE id=?"));
    bind_all(set, name_of(state), id);
    return set.run();
}

Result<void> StagedNodes::merge_session(const Id& id, const Id& stored) {
    HM_TRY(set_state(id, StagedState::merged));
    HM_TRY_ASSIGN(Statement move,
                  transaction_->connection().prepare("UPDATE temp.staged_references SET to_id=?1 WHERE to_id=?2"));
    bind_all(move, stored, id);
    return move.run();
}

Result<void> StagedNodes::for_each(std::string_view noun, std::string_view state,
                                   const std::function<Result<void>(const StagedNode&)>& visit) {
    HM_TRY_ASSIGN(Statement read, transaction_->connection().prepare(
                                      fmt::format("SELECT {} FROM temp.staged WHERE noun=?1 AND (?2='' OR state=?2) "
                                                  "ORDER BY id",
                                                  columns)));
    bind_all(read, noun, state);
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return {};
        HM_TRY_ASSIGN(const StagedNode node, read_node(read));
        HM_TRY(visit(node));
    }
}

Result<std::vector<StagedNode>> StagedNodes::with_another_noun() {
    HM_TRY_ASSIGN(Statement read, transaction_->connection().prepare(
                                      "SELECT s.id,s.noun,s.modified_at,s.record,s.unknown,s.alias FROM temp.staged s "
                                      "JOIN nodes n ON n.id=s.id WHERE n.noun<>s.noun"));
    std::vector<StagedNode> found;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return found;
        HM_TRY_ASSIGN(StagedNode node, read_node(read));
        found.push_back(std::move(node));
    }
}

Result<std::vector<Dangling>> StagedNodes::dangling() {
    HM_TRY_ASSIGN(Statement read, transaction_->connection().prepare(fmt::format(
                                      "SELECT s.noun, s.id, r.field, r.to_id, r.target FROM temp.staged_references r "
                                      "JOIN temp.staged s ON s.id=r.from_id WHERE {} ORDER BY s.id",
                                      is_nowhere)));
    return read_dangling(read);
}

Result<std::vector<Dangling>> StagedNodes::naming(const Id& id) {
    HM_TRY_ASSIGN(Statement read, transaction_->connection().prepare(fmt::format(
                                      "SELECT s.noun, s.id, r.field, r.to_id, r.target FROM temp.staged_references r "
                                      "JOIN temp.staged s ON s.id=r.from_id WHERE r.to_id=? AND {} ORDER BY s.id",
                                      is_nowhere)));
    read.bind(1, id);
    return read_dangling(read);
}

Result<std::optional<StagedNode>> StagedNodes::find(const Id& id) {
    HM_TRY_ASSIGN(Statement read,
                  transaction_->connection().prepare(fmt::format("SELECT {} FROM temp.staged WHERE id=?", columns)));
    read.bind(1, id);
    HM_TRY_ASSIGN(const bool has_row, read.step());
    if (!has_row) return std::nullopt;
    HM_TRY_ASSIGN(StagedNode node, read_node(read));
    return node;
}

Result<std::int64_t> StagedNodes::count(StagedState state) {
    HM_TRY_ASSIGN(Statement read, transaction_->connection().prepare("SELECT count(*) FROM temp.staged WHERE state=?"));
    read.bind(1, name_of(state));
    HM_TRY(read.step());
    return read.integer(0);
}

}  // namespace hm
