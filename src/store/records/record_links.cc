#include "store/records/record_links.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "store/records/columns.h"
#include "store/records/health.h"

namespace hm {
namespace {

bool is_id_list(const Shape& shape) {
    return shape.kind == ShapeKind::list && shape.item.front().kind == ShapeKind::id;
}

void add_link(std::vector<Link>& links, std::string field, const json::value& value, Need need) {
    if (value.is_string()) links.push_back({std::move(field), Id::trusted(std::string(value.get_string())), need});
}

void add_links(std::vector<Link>& links, const std::string& prefix, const json::object& record, const Shape& shape) {
    for (const FieldShape& field : shape.fields) {
        const json::value* value = record.if_contains(field.name);
        if (value == nullptr || (prefix.empty() && field.name == "id")) continue;
        const std::string name = prefix + std::string(field.name);
        const bool is_needed = prefix.empty() && field.presence == Presence::required;
        if (field.shape.kind == ShapeKind::id) {
            add_link(links, name, *value, is_needed ? Need::required : Need::optional);
        } else if (is_id_list(field.shape) && value->is_array()) {
            for (const json::value& item : value->get_array()) add_link(links, name, item, Need::optional);
        } else if (field.shape.kind == ShapeKind::object && value->is_object()) {
            add_links(links, name + ".", value->get_object(), field.shape);
        }
    }
}

void take_links(json::object& record, const Shape& shape, std::string_view id, std::string_view own) {
    for (const FieldShape& field : shape.fields) {
        json::value* value = record.if_contains(field.name);
        if (value == nullptr || field.name == own) continue;
        if (field.shape.kind == ShapeKind::id) {
            const bool names_it = value->is_string() && value->get_string() == id;
            if (names_it && field.presence == Presence::optional) record.stable_erase(field.name);
        } else if (is_id_list(field.shape) && value->is_array()) {
            json::array kept;
            for (const json::value& item : value->get_array()) {
                if (!item.is_string() || item.get_string() != id) kept.push_back(item);
            }
            *value = std::move(kept);
        } else if (field.shape.kind == ShapeKind::object && value->is_object()) {
            take_links(value->get_object(), field.shape, id, {});
        }
    }
}

}  // namespace

std::vector<Link> links_of(const json::object& record, const Shape& shape) {
    std::vector<Link> links;
    add_links(links, "", record, shape);
    return links;
}

json::object without_links_to(json::object record, const Shape& shape, const Id& id) {
    take_links(record, shape, id.text(), "id");
    return record;
}

Result<std::vector<Naming>> records_naming(Connection& connection, const Id& id, Archived archived, std::int64_t limit,
                                           BadRows& bad) {
    std::vector<Naming> naming;
    for (const AnyNoun& noun : all_nouns()) {
        HM_TRY_ASSIGN(auto records, noun.list(connection, {.of = id, .archived = archived, .limit = limit}, bad));
        for (json::object& record : records) {
            std::vector<Link> links = links_of(record, noun.shape());
            std::erase_if(links, [&](const Link& link) { return link.id != id; });
            if (links.empty()) continue;
            const bool is_needed =
                std::any_of(links.begin(), links.end(), [](const Link& link) { return link.need == Need::required; });
            Id own = Id::trusted(std::string(text_member(record, "id")));
            naming.push_back({&noun, std::move(own), std::move(record), links.front().field,
                              is_needed ? Need::required : Need::optional});
        }
    }
    return naming;
}

namespace {

struct BoundColumn {
    std::string table;
    std::string column;
    std::string parent;
    std::string parent_column;
    bool is_needed = false;
};

Result<std::vector<BoundColumn>> bound_columns(Connection& connection) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT m.name, k.\"from\", k.\"table\", coalesce(k.\"to\",'id'), i.\"notnull\" "
                                     "FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS k, "
                                     "pragma_table_info(m.name) AS i "
                                     "WHERE m.type='table' AND i.name=k.\"from\" ORDER BY m.name, k.id"));
    std::vector<BoundColumn> columns;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return columns;
        columns.push_back({std::string(read.text(0)), std::string(read.text(1)), std::string(read.text(2)),
                           std::string(read.text(3)), read.integer(4) != 0});
    }
}

// A record's row is known by its id, any other by its primary key.
Result<std::vector<std::string>> key_of(Connection& connection, const std::string& table) {
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare("SELECT name FROM pragma_table_info(?1) WHERE name='id' OR (pk>0 AND NOT EXISTS("
                                     "SELECT 1 FROM pragma_table_info(?1) WHERE name='id')) ORDER BY pk"));
    read.bind(1, std::string_view(table));
    std::vector<std::string> key;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return key;
        key.emplace_back(read.text(0));
    }
}

Result<void> find_in(Connection& connection, const BoundColumn& column, std::int64_t limit,
                     std::vector<DanglingReference>& found) {
    HM_TRY_ASSIGN(const std::vector<std::string> key, key_of(connection, column.table));
    const bool is_record = key.size() == 1 && key.front() == "id";
    HM_TRY_ASSIGN(Statement read,
                  connection.prepare(fmt::format(
                      "SELECT c.{0}, c.{1} FROM {2} AS c WHERE c.{0} IS NOT NULL AND NOT EXISTS("
                      "SELECT 1 FROM {3} AS p WHERE p.{4}=c.{0}) LIMIT ?",
                      column.column, fmt::join(key, ",c."), column.table, column.parent, column.parent_column)));
    read.bind(1, limit);
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return {};
        DanglingReference reference{.table = column.table, .column = column.column, .parent = column.parent};
        reference.value = read.text(0);
        reference.key = key;
        for (int i = 0; i < static_cast<int>(key.size()); ++i) reference.values.emplace_back(read.text(i + 1));
        reference.id = reference.values.front();
        const std::string_view noun = noun_of(column.table, key.front());
        reference.noun = noun.empty() ? column.table : std::string(noun);
        if (!is_record) reference.place = ReferencePlace::list_entry;
        if (is_record && column.is_needed) reference.place = ReferencePlace::needed_field;
        found.push_back(std::move(reference));
    }
}

// Notes what the record was, when there is one that its type accepts.
Result<void> note_before(Transaction& transaction, const DanglingReference& reference) {
    Result<void> outcome;
    for_each_noun([&]<class Record>() {
        if (table_of<Record>.noun != reference.noun || !outcome) return;
        if constexpr (!std::is_same_v<Record, Event>) {
            BadRows bad;
            auto record = find<Record>(transaction.connection(), Id::trusted(reference.id), bad);
            if (!record) {
                outcome = fail(record.error());
            } else if (*record) {
                transaction.changes().push_back({table_of<Record>.noun, (*record)->id.text(), encode(**record)});
            }
        }
    });
    return outcome;
}

std::string where_of(const DanglingReference& reference) {
    return fmt::format("WHERE {}=?", fmt::join(reference.key, "=? AND "));
}

void bind_key(Statement& statement, int from, const DanglingReference& reference) {
    for (const std::string& value : reference.values) statement.bind(from++, std::string_view(value));
}

Result<void> empty_field(Transaction& transaction, const DanglingReference& reference, Time now) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement change,
                  connection.prepare(fmt::format("UPDATE {} SET {}=NULL,modified_at=max(modified_at,?) {}",
                                                 reference.table, reference.column, where_of(reference))));
    change.bind(1, now);
    bind_key(change, 2, reference);
    return change.run();
}

Result<void> move_entry(Transaction& transaction, const DanglingReference& reference, Time now) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(const std::string members, json_members(connection, reference.table));
    HM_TRY_ASSIGN(Statement read, connection.prepare(fmt::format("SELECT json_object({}) FROM {} {}", members,
                                                                 reference.table, where_of(reference))));
    bind_key(read, 1, reference);
    HM_TRY_ASSIGN(const bool is_there, read.step());
    if (!is_there) return {};
    HM_TRY(keep_in_quarantine(transaction, {reference.table, reference.id, describe(reference)}, read.text(0), now));
    read.reset();
    HM_TRY_ASSIGN(Statement remove,
                  connection.prepare(fmt::format("DELETE FROM {} {}", reference.table, where_of(reference))));
    bind_key(remove, 1, reference);
    return remove.run();
}

}  // namespace

Result<std::vector<DanglingReference>> find_dangling(Connection& connection, std::int64_t limit) {
    HM_TRY_ASSIGN(const auto columns, bound_columns(connection));
    std::vector<DanglingReference> found;
    for (const BoundColumn& column : columns) HM_TRY(find_in(connection, column, limit, found));
    return found;
}

std::string describe(const DanglingReference& reference) {
    return fmt::format("{} names a record of {} that does not exist", reference.column, reference.parent);
}

Result<std::string> mend_dangling(Transaction& transaction, const DanglingReference& reference, Time now) {
    HM_TRY(note_before(transaction, reference));
    switch (reference.place) {
        case ReferencePlace::optional_field:
            HM_TRY(empty_field(transaction, reference, now));
            return fmt::format("emptied {} of {} {}", reference.column, reference.noun, reference.id);
        case ReferencePlace::list_entry:
            HM_TRY(move_entry(transaction, reference, now));
            return fmt::format("moved an entry of {} of {} {} to quarantine", reference.table, reference.noun,
                               reference.id);
        case ReferencePlace::needed_field: break;
    }
    HM_TRY(quarantine_bad_rows(transaction, {{reference.table, reference.id, describe(reference)}}, now));
    return fmt::format("moved {} {} to quarantine", reference.noun, reference.id);
}

}  // namespace hm
