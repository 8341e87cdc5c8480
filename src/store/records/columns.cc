#include "store/records/columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hm::rows {
namespace {

// The table that a column's foreign key points into.
std::string parent_of(Connection& connection, const NamedId& named) {
    auto read = connection.prepare("SELECT \"table\" FROM pragma_foreign_key_list(?) WHERE \"from\"=?");
    if (!read) return {};
    bind_all(*read, std::string_view(named.table), std::string_view(named.column));
    const auto has_row = read->step();
    return has_row && *has_row ? std::string(read->text(0)) : std::string();
}

bool is_there(Connection& connection, const std::string& table, const Id& id) {
    auto read = connection.prepare(fmt::format("SELECT 1 FROM {} WHERE id=?", table));
    if (!read) return true;
    read->bind(1, id);
    const auto has_row = read->step();
    return !has_row || *has_row;
}

}  // namespace

Error explain_missing(Connection& connection, Error refused, const Table& table, const std::vector<NamedId>& named) {
    for (const NamedId& each : named) {
        const std::string parent = parent_of(connection, each);
        if (parent.empty() || is_there(connection, parent, each.id)) continue;
        refused.evidence.push_back(fmt::format("{}: {} is not among the {}", each.field, each.id.text(),
                                               parent == "nodes" ? "records" : parent));
    }
    refused.what = fmt::format("The {} names a record that does not exist.", table.noun);
    refused.why = "Nothing may point to what is not there. Nothing was written.";
    return refused;
}

}  // namespace hm::rows

namespace hm {

namespace {

// The id is not set anew: SQLite takes a named column for a changed one, and looks through every table that refers to
// it, some of them without an index. Its parameter stays, so that all columns are bound alike.
std::string assignments(const std::vector<std::string>& columns) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i] != "id") text += fmt::format("{}{}=?{}", text.empty() ? "" : ",", columns[i], i + 1);
    }
    return text;
}

}  // namespace

RecordSql make_record_sql(const Table& table, const std::vector<std::string>& columns,
                          const std::vector<std::string>& link_lists, const IdColumns& ids) {
    std::string places;
    for (std::size_t i = 0; i < columns.size(); ++i) places += i == 0 ? "?" : ",?";
    RecordSql sql;
    sql.insert = fmt::format("INSERT INTO {}({}) VALUES({})", table.name, fmt::join(columns, ","), places);
    sql.update = fmt::format("UPDATE {} SET {} WHERE id=?{}", table.name, assignments(columns), columns.size() + 1);
    sql.select = fmt::format("SELECT t.{} FROM {} AS t ", fmt::join(columns, ",t."), table.name);
    for (const std::string& list : link_lists) {
        const std::string link = fmt::format("{}_{}", table.noun, list);
        // In the order of the table's own key, which is the record's id and the position.
        sql.lists += fmt::format("{}SELECT {},value FROM {} WHERE {}_id=?1", sql.lists.empty() ? "" : " UNION ALL ",
                                 sql.links.size(), link, table.noun);
        sql.links.push_back({fmt::format("DELETE FROM {} WHERE {}_id=?", link, table.noun),
                             fmt::format("INSERT INTO {}({}_id,position,value) VALUES(?,?,?)", link, table.noun)});
    }
    std::vector<std::string> conditions;
    for (const std::string& column : ids.columns) conditions.push_back(fmt::format("t.{}=?1", column));
    for (const std::string& list : ids.lists) {
        conditions.push_back(fmt::format("t.id IN (SELECT {0}_id FROM {0}_{1} WHERE value=?1)", table.noun, list));
    }
    sql.names = conditions.empty() ? "?1 IS NULL" : fmt::format("({})", fmt::join(conditions, " OR "));
    return sql;
}

}  // namespace hm

namespace hm::rows {

std::string describe(const Decoder& decoder) {
    std::string reason;
    for (const FieldError& error : decoder.errors()) {
        reason += (reason.empty() ? "" : "; ") + error.path + ": " + error.message;
    }
    return reason;
}

Error no_such_record(const Table& table, const Id& id) {
    return {ErrorCode::not_found, fmt::format("No {} {}.", table.noun, id.text()), "Use an id that was printed."};
}

}  // namespace hm::rows
