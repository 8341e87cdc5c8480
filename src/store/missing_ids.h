// When SQLite refuses a row because it names what is not there, this finds out which of its ids that was.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "store/columns.h"
#include "store/connection.h"
#include "store/tables.h"

namespace hm::rows {

struct NamedId {
    std::string table;  // the record's own, or the link table
    std::string column;
    std::string field;
    Id id;
};

// Of the ids a record names, those that no record has, as evidence. REQUIRES: SQLite has just refused the row.
Error explain_missing(Connection& connection, Error refused, const Table& table, const std::vector<NamedId>& named);

template <class Record>
std::vector<NamedId> named_ids(const Record& record) {
    std::vector<NamedId> named;
    const std::string table(table_of<Record>.name);
    const std::string front(table_of<Record>.noun);
    for_each_column(record, "", [&]<class T>(const std::string& name, const T& value) {
        if constexpr (std::is_same_v<T, Id>) {
            if (name != "id") named.push_back({table, name, name, value});
        } else if constexpr (std::is_same_v<T, std::optional<Id>>) {
            if (value) named.push_back({table, name, name, *value});
        } else if constexpr (std::is_same_v<T, std::vector<Id>>) {
            for (const Id& id : value) named.push_back({front + "_" + name, "value", name, id});
        }
    });
    return named;
}

}  // namespace hm::rows
