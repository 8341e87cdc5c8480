// The template bodies behind records.h, and select() for queries. Included by store/sql/*.cc only, which
// instantiate them; everyone else sees records.h.
#pragma once

#include "domain/lifecycles.h"
#include "store/link_lists.h"
#include "store/missing_ids.h"
#include "store/node_register.h"
#include "store/records.h"
#include "store/tables.h"

namespace hm {
namespace rows {

// Binds every column; answers how many parameters that took.
template <class Record>
int bind_columns(Statement& statement, const Record& record) {
    int index = 0;
    for_each_column(record, "", [&]<class T>(const std::string&, const T& value) {
        if constexpr (!is_link_list<T>) Stored<T>::bind(statement, ++index, value);
    });
    return index;
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
    HM_TRY(read_lists(connection, record, decoder));
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

namespace rows {

// The column that holds the status of a noun with a lifecycle.
template <HasLifecycle Record>
std::string status_column() {
    std::string column;
    for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
        if constexpr (std::is_same_v<Member Record::*, std::remove_const_t<decltype(LifecycleOf<Record>::member)>>) {
            if (each.member == LifecycleOf<Record>::member) column = each.name;
        }
    });
    return column;
}

template <class Record>
Result<void> explained(Connection& connection, const Record& record, Result<void> outcome) {
    if (outcome || outcome.error().code != ErrorCode::not_found) return outcome;
    return fail(explain_missing(connection, outcome.error(), table_of<Record>, named_ids(record)));
}

template <class Record>
Result<void> add_row(Transaction& transaction, const Record& record) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement add, connection.prepare(sql_of<Record>().insert));
    bind_columns(add, record);
    HM_TRY(explained(connection, record, add.run()));
    HM_TRY(register_node(connection, table_of<Record>.noun, record.id, record.stamp.view()));
    HM_TRY(explained(connection, record, write_links(connection, record, RowAge::fresh)));
    HM_TRY(write_beside(transaction, record));
    transaction.changes().push_back({table_of<Record>.noun, record.id.text(), nullptr});
    return {};
}

template <class Record>
Result<void> replace_row(Transaction& transaction, const Record& record, const Record& before) {
    Connection& connection = transaction.connection();
    HM_TRY_ASSIGN(Statement change, connection.prepare(sql_of<Record>().update));
    const int bound = bind_columns(change, record);
    change.bind(bound + 1, record.id);
    HM_TRY(explained(connection, record, change.run()));
    if (record.stamp != before.stamp) HM_TRY(restamp_node(connection, record.id, record.stamp.view()));
    HM_TRY(explained(connection, record, write_links(connection, record, RowAge::stored)));
    HM_TRY(write_beside(transaction, record));
    transaction.changes().push_back({table_of<Record>.noun, record.id.text(), encode(before)});
    return {};
}

}  // namespace rows

template <class Record>
Result<void> insert(Transaction& transaction, const Record& record) {
    if constexpr (HasLifecycle<Record>) HM_TRY(check_first(record));
    return rows::add_row(transaction, record);
}

template <class Record>
Result<void> update(Transaction& transaction, const Record& record) {
    BadRows bad;
    HM_TRY_ASSIGN(const auto before, find<Record>(transaction.connection(), record.id, bad));
    if (!before) return fail(rows::no_such_record(table_of<Record>, record.id));
    if constexpr (HasLifecycle<Record>) HM_TRY(check_change(*before, record));
    return rows::replace_row(transaction, record, *before);
}

template <class Record>
Result<void> put(Transaction& transaction, const Record& record) {
    BadRows bad;
    HM_TRY_ASSIGN(const auto before, find<Record>(transaction.connection(), record.id, bad));
    return before ? rows::replace_row(transaction, record, *before) : rows::add_row(transaction, record);
}

template <class Record>
Result<std::vector<Record>> list_records(Connection& connection, const ListFilter& filter, BadRows& bad) {
    std::string where = "WHERE " + (filter.of ? rows::sql_of<Record>().names : std::string("?1 IS NULL"));
    if (filter.archived == Archived::left_out) where += " AND t.archived_at IS NULL";
    if constexpr (HasLifecycle<Record>) where += fmt::format(" AND (?2='' OR t.{}=?2)", rows::status_column<Record>());
    where += " ORDER BY t.id DESC LIMIT ?3";
    return select<Record>(connection, where, bad, filter.of, std::string_view(filter.status), filter.limit);
}

}  // namespace hm

#define HM_STORED_NOUN(Record)                                                                           \
    template Result<void> insert<Record>(Transaction&, const Record&);                                   \
    template Result<void> update<Record>(Transaction&, const Record&);                                   \
    template Result<void> put<Record>(Transaction&, const Record&);                                      \
    template Result<std::vector<Record>> list_records<Record>(Connection&, const ListFilter&, BadRows&); \
    template Result<std::optional<Record>> find<Record>(Connection&, const Id&, BadRows&);
