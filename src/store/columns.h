// How a record's fields become SQL columns. Scalars are columns; a nested record is flattened with its
// name in front (location_file); a list that names ids, paths or tags is a link table (task_depends_on);
// any other list or object is JSON text.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/codec.h"
#include "domain/texts.h"
#include "store/statement.h"

namespace hm {

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

}  // namespace hm
