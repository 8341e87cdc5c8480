// The lists of a record that are link tables: how they are written, rewritten and read.
#pragma once

#include "store/columns.h"
#include "store/connection.h"
#include "store/record_sql.h"
#include "store/tables.h"

namespace hm::rows {

template <class Record>
const RecordSql& sql_of() {
    static const RecordSql sql = [] {
        std::vector<std::string> columns;
        std::vector<std::string> link_lists;
        IdColumns ids;
        Record record{};
        for_each_column(record, "", [&]<class T>(const std::string& name, T&) {
            (is_link_list<T> ? link_lists : columns).push_back(name);
            if (std::is_same_v<T, std::vector<Id>>) ids.lists.push_back(name);
            const bool is_id = std::is_same_v<T, Id> || std::is_same_v<T, std::optional<Id>>;
            if (is_id && name != "id") ids.columns.push_back(name);
        });
        return make_record_sql(table_of<Record>, columns, link_lists, ids);
    }();
    return sql;
}

template <class T>
Result<void> write_list(Connection& connection, const LinkSql& sql, const Id& id, const std::vector<T>& values) {
    HM_TRY_ASSIGN(Statement add, connection.prepare(sql.add));
    std::int64_t position = 0;
    for (const T& value : values) {
        add.bind(1, id);
        add.bind(2, position++);
        Stored<T>::bind(add, 3, value);
        HM_TRY(add.run());
    }
    return {};
}

// Calls act(link_sql, field, list) for every link list of the record until one fails.
template <class Record, class Act>
Result<void> for_each_list(Record& record, Act&& act) {
    Result<void> outcome;
    std::size_t index = 0;
    for_each_column(record, "", [&]<class T>(const std::string& field, T& list) {
        if constexpr (is_link_list<std::remove_const_t<T>>) {
            const LinkSql& sql = sql_of<std::remove_const_t<Record>>().links[index++];
            if (outcome) outcome = act(sql, field, list);
        }
    });
    return outcome;
}

// Fills every link list of the record.
template <class Record>
Result<void> read_lists(Connection& connection, Record& record, Decoder& decoder) {
    if (sql_of<Record>().lists.empty()) return {};
    HM_TRY_ASSIGN(Statement read, connection.prepare(sql_of<Record>().lists));
    read.bind(1, record.id);
    HM_TRY_ASSIGN(bool has_row, read.step());
    std::int64_t index = 0;
    const auto fill = [&]<class T>(std::vector<T>& list) -> Result<void> {
        while (has_row && read.integer(0) == index) {
            Stored<T>::read(read, 1, list.emplace_back(), decoder);
            HM_TRY_ASSIGN(has_row, read.step());
        }
        ++index;
        return {};
    };
    return for_each_list(record, [&](const LinkSql&, const std::string& field, auto& list) {
        Result<void> outcome;
        decoder.within(field, [&] { outcome = fill(list); });
        return outcome;
    });
}

HM_ENUM(RowAge, fresh, stored)

// Rewrites every link list of the record; a fresh row has none to clear.
template <class Record>
Result<void> write_links(Connection& connection, const Record& record, RowAge age) {
    return for_each_list(record, [&](const LinkSql& sql, const std::string&, const auto& list) -> Result<void> {
        if (age == RowAge::stored) {
            HM_TRY_ASSIGN(Statement clear, connection.prepare(sql.clear));
            clear.bind(1, record.id);
            HM_TRY(clear.run());
        }
        return list.empty() ? Result<void>() : write_list(connection, sql, record.id, list);
    });
}

}  // namespace hm::rows
