#include "store/record_sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
