// Columns, lists and rows of a record: the template bodies behind records.h, for store/ alone.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/codec.h"
#include "domain/lifecycles.h"
#include "domain/texts.h"
#include "store/records/node_register.h"
#include "store/records/records.h"
#include "store/records/tables.h"
#include "store/sqlite/connection.h"

namespace hm {

// How a record's fields become SQL columns. Scalars are columns; a nested record is flattened with its
// name in front (location_file); a list that names ids, paths or tags is a link table (task_depends_on);
// any other list or object is JSON text.

template <class T>
inline constexpr bool is_link_list = false;
template <>
inline constexpr bool is_link_list<std::vector<Id>> = true;
template <>
inline constexpr bool is_link_list<std::vector<FilePath>> = true;
template <>
inline constexpr bool is_link_list<std::vector<Tag>> = true;

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

template <class T>
struct Stored {  // text in the column, in the JSON spelling: texts, ids, enumerators
    static constexpr std::string_view type = "TEXT";
    static void bind(Statement& statement, int index, const T& value) {
        const json::value encoded = Codec<T>::encode(value);
        statement.bind(index, std::string_view(encoded.get_string()));
    }
    static void read(const Statement& row, int column, T& out, Decoder& decoder) {
        Codec<T>::decode(json::value(row.text(column)), out, decoder);
    }
};

template <class T>
    requires(is_list<T> || std::is_same_v<T, json::object>)
struct Stored<T> {
    static constexpr std::string_view type = "TEXT";
    static void bind(Statement& statement, int index, const T& value) {
        statement.bind(index, std::string_view(to_text(Codec<T>::encode(value))));
    }
    static void read(const Statement& row, int column, T& out, Decoder& decoder) {
        auto parsed = parse_json(row.text(column));
        if (!parsed) return decoder.add_error(parsed.error());
        Codec<T>::decode(*parsed, out, decoder);
    }
};

template <class T>
    requires(std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t>)
struct Stored<T> {
    static constexpr std::string_view type = "INTEGER";
    static void bind(Statement& statement, int index, T value) { statement.bind(index, std::int64_t{value}); }
    static void read(const Statement& row, int column, T& out, Decoder&) { out = static_cast<T>(row.integer(column)); }
};

template <class T>
    requires(std::is_same_v<T, Time> || std::is_same_v<T, Duration>)
struct Stored<T> {
    static constexpr std::string_view type = "INTEGER";
    static void bind(Statement& statement, int index, T value) { statement.bind(index, value.ms); }
    static void read(const Statement& row, int column, T& out, Decoder&) { out.ms = row.integer(column); }
};

template <>
struct Stored<double> {
    static constexpr std::string_view type = "REAL";
    static void bind(Statement& statement, int index, double value) { statement.bind(index, value); }
    static void read(const Statement& row, int column, double& out, Decoder&) { out = row.number(column); }
};

template <class T>
struct Stored<std::optional<T>> {
    static constexpr std::string_view type = Stored<T>::type;
    static void bind(Statement& statement, int index, const std::optional<T>& value) {
        value ? Stored<T>::bind(statement, index, *value) : statement.bind_null(index);
    }
    static void read(const Statement& row, int column, std::optional<T>& out, Decoder& decoder) {
        if (row.is_null(column)) return out.reset();
        Stored<T>::read(row, column, out.emplace(), decoder);
    }
};

// Calls visit(column_name, value) for every column of the record, nested ones flattened, in list order.
// Link lists are visited too; the visitor tells them apart by is_link_list.
template <class Record, class Visit>
void for_each_column(Record& record, const std::string& prefix, Visit&& visit) {
    using Plain = std::remove_const_t<Record>;
    for_each_field<Plain>([&]<class Member>(const Field<Plain, Member>& each) {
        auto& value = record.*each.member;
        const std::string name = prefix + std::string(each.name);
        if constexpr (Described<Member>) {
            for_each_column(value, name + "_", visit);
        } else {
            visit(name, value);
        }
    });
}

// The SQL of a noun, put together once from its table and the names of its columns and link lists.

struct LinkSql {
    std::string clear;  // parameter: the record's id
    std::string add;    // parameters: the record's id, position, value
};

struct RecordSql {
    std::string insert;  // one parameter a column
    std::string update;  // the same, then the id
    std::string select;  // to be followed by WHERE …; the table is known as t
    std::vector<LinkSql> links;
    // Which list, and the value: all lists one after the other, each in its order; parameter: the record's id. One
    // statement for all of them, because most are empty and each statement costs more than its rows. Empty for none.
    std::string lists;
    std::string names;  // a condition with the parameter ?1: the row names that id in a column or list
};

struct IdColumns {
    std::vector<std::string> columns;
    std::vector<std::string> lists;
};

RecordSql make_record_sql(const Table& table, const std::vector<std::string>& columns,
                          const std::vector<std::string>& link_lists, const IdColumns& ids);

}  // namespace hm

namespace hm::rows {

// The lists of a record that are link tables: how they are written, rewritten and read.

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

// When SQLite refuses a row because it names what is not there, this finds out which of its ids that was.

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

// The template bodies behind records.h, and select() for queries. Included by store/queries/*.cc only, which
// instantiate them; everyone else sees records.h.

namespace hm {

// What the nouns keep that have more than their row: prints and words to search by. A noun without one keeps nothing
// beside it. All are declared here, so that every instantiation sees the same ones.
Result<void> keep_beside(Transaction& transaction, const Memory& memory);
Result<void> keep_beside(Transaction& transaction, const Knowledge& knowledge);
Result<void> keep_beside(Transaction& transaction, const Anchor& anchor);

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
