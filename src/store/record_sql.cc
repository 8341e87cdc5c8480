#include "store/record_sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hm {

RecordSql make_record_sql(const Table& table, const std::vector<std::string>& columns,
                          const std::vector<std::string>& link_lists) {
    std::string places;
    for (std::size_t i = 0; i < columns.size(); ++i) places += i == 0 ? "?" : ",?";
    RecordSql sql;
    sql.insert = fmt::format("INSERT INTO {}({}) VALUES({})", table.name, fmt::join(columns, ","), places);
    sql.update = fmt::format("UPDATE {} SET {}=? WHERE id=?", table.name, fmt::join(columns, "=?,"));
    sql.select = fmt::format("SELECT t.{} FROM {} AS t ", fmt::join(columns, ",t."), table.name);
    for (const std::string& list : link_lists) {
        const std::string link = fmt::format("{}_{}", table.noun, list);
        sql.links.push_back({fmt::format("SELECT value FROM {} WHERE {}_id=? ORDER BY position", link, table.noun),
                             fmt::format("DELETE FROM {} WHERE {}_id=?", link, table.noun),
                             fmt::format("INSERT INTO {}({}_id,position,value) VALUES(?,?,?)", link, table.noun)});
    }
    return sql;
}

}  // namespace hm
