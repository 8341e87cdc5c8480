// The template bodies behind records.h, and select() for queries. Included by store/sql/*.cc only, which
// instantiate them; everyone else sees records.h.
#pragma once

#include "store/columns.h"
#include "store/record_sql.h"
#include "store/records.h"
#include "store/tables.h"

namespace hm {
namespace rows {

template <class Record>
const RecordSql& sql_of() {
    static const RecordSql sql = [] {
        std::vector<std::string> columns;
        std::vector<std::string> link_lists;
        Record record{};
        for_each_column(record, "", [&]<class T>(const std::string& name, T&) {
            (is_link_list<T> ? link_lists : columns).push_back(name);
        });
        return make_record_sql(table_of<Record>, columns, link_lists);
    }();
    return sql;
}

// Binds every column; answers how many parameters that took.
template <class Record>
int bind_columns(Statement& statement, const Record& record) {
    int index = 0;
    for_each_column(record, "", [&]<class T>(const std::string&, const T& value) {
        if constexpr (!is_link_list<T>) Stored<T>::bind(statement, ++index, value);
    });
    return index;
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

template <class T>
Result<void> read_list(Connection& connection, const LinkSql& sql, const Id& id, std::vector<T>& values,
                       Decoder& decoder) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(sql.read));
    read.bind(1, id);
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, read.step());
        if (!has_row) return {};
        Stored<T>::read(read, 0, values.emplace_back(), decoder);
    }
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

// A noun that keeps more beside its row has a function keep_beside(transaction, record), seen by its store/sql/*.cc.
template <class Record>
Result<void> write_beside(Transaction& transaction, const Record& record) {
    if constexpr (requires { keep_beside(transaction, record); }) return keep_beside(transaction, record);
    return {};
}

std::string describe(const Decoder& decoder);
Error no_such_record(const Table& table, const Id& id);

// The record in the current row. Nothing, and a line in `bad`, when its type refuses it.
template <class Record>
Result<std::optional<Record>> read_row(Connection& connection, const Statement& row, BadRows& bad) {
    Record record{};
    Decoder decoder;
    int column = 0;
    for_each_column(record, "", [&]<class T>(const std::string& name, T& value) {
        if constexpr (!is_link_list<T>) {
            decoder.within(name, [&] { Stored<T>::read(row, column, value, decoder); });
            ++column;
        }
    });
    HM_TRY(for_each_list(record, [&](const LinkSql& sql, const std::string& field, auto& list) {
        Result<void> outcome;
        decoder.within(field, [&] { outcome = read_list(connection, sql, record.id, list, decoder); });
        return outcome;
    }));
    if (!decoder.has_errors()) return record;
    bad.push_back({std::string(table_of<Record>.name), std::string(row.text(0)), describe(decoder)});
    return std::nullopt;
}

template <class Record>
Result<std::vector<Record>> read_all(Connection& connection, Statement& statement, BadRows& bad) {
    std::vector<Record> records;
    while (true) {
        HM_TRY_ASSIGN(const bool has_row, statement.step());
        if (!has_row) return records;
        HM_TRY_ASSIGN(auto record, read_row<Record>(connection, statement, bad));
        if (record) records.push_back(std::move(*record));
    }
}

}  // namespace rows

// All records that `where` ("WHERE … ORDER BY … LIMIT ?") lets through; the table is known as t.
template <class Record, class... Values>
Result<std::vector<Record>> select(Connection& connection, std::string_view where, BadRows& bad,
                                   const Values&... values) {
    HM_TRY_ASSIGN(Statement read, connection.prepare(rows::sql_of<Record>().select + std::string(where)));
    bind_all(read, values...);
    return rows::read_all<Record>(connection, read, bad);
}

template <class Record>
Result<std::optional<Record>> find(Connection& connection, const Id& id, BadRows& bad) {
    HM_TRY_ASSIGN(auto found, select<Record>(connection, "WHERE t.id=?", bad, id));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

template <class Record>
Result<void> insert(Transaction& transaction, const Record& record) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement add, connection.prepare(rows::sql_of<Record>().insert));
    rows::bind_columns(add, record);
    HM_TRY(add.run());
    HM_TRY(rows::write_links(connection, record, rows::RowAge::fresh));
    HM_TRY(rows::write_beside(transaction, record));
    transaction.changes().push_back({table_of<Record>.noun, record.id, nullptr});
    return {};
}

template <class Record>
Result<void> update(Transaction& transaction, const Record& record) {
    BadRows bad;
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(const auto before, find<Record>(connection, record.id, bad));
    if (!before) return fail(rows::no_such_record(table_of<Record>, record.id));
    HM_TRY_ASSIGN(Statement change, connection.prepare(rows::sql_of<Record>().update));
    const int bound = rows::bind_columns(change, record);
    change.bind(bound + 1, record.id);
    HM_TRY(change.run());
    HM_TRY(rows::write_links(connection, record, rows::RowAge::stored));
    HM_TRY(rows::write_beside(transaction, record));
    transaction.changes().push_back({table_of<Record>.noun, record.id, encode(*before)});
    return {};
}

}  // namespace hm

#define HM_STORED_NOUN(Record)                                         \
    template Result<void> insert<Record>(Transaction&, const Record&); \
    template Result<void> update<Record>(Transaction&, const Record&); \
    template Result<std::optional<Record>> find<Record>(Connection&, const Id&, BadRows&);
