// Field lists and names of enumerators, known at compile time.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hm {

// A record lists its fields once: name, member, one sentence. Decoding, encoding, JSON Schema, SQL columns
// and reference pages are walks over that list.
//
//     struct Memory {
//         Id id;
//         static constexpr void fields(auto&& visit) {
//             visit(field("id", &Memory::id, "The memory's id."));
//         }
//     };
//
// A command input takes a record's field over with same_as(&Memory::content, &SaveMemory::content).

// Who fills a field in: whoever makes or changes the record, or the program itself.
enum class Filler { caller, program };

template <class Record, class Member>
struct Field {
    std::string_view name;
    Member Record::* member;
    std::string_view sentence;
    Filler filler = Filler::caller;
};

template <class Record, class Member>
constexpr Field<Record, Member> field(std::string_view name, Member Record::* member, std::string_view sentence) {
    return {name, member, sentence};
}

// A field that the program keeps: no command takes it from its caller.
template <class Record, class Member>
constexpr Field<Record, Member> kept(std::string_view name, Member Record::* member, std::string_view sentence) {
    return {name, member, sentence, Filler::program};
}

namespace fields_detail {

struct Ignore {
    constexpr void operator()(const auto&) const {}
};

}  // namespace fields_detail

template <class T>
concept Described = requires { T::fields(fields_detail::Ignore{}); };

template <Described Record, class Visit>
constexpr void for_each_field(Visit&& visit) {
    Record::fields(visit);
}

// The same field on another record. The member type may differ (a command may make it optional).
template <class Source, class SourceMember, class Target, class TargetMember>
constexpr Field<Target, TargetMember> same_as(SourceMember Source::* source, TargetMember Target::* target) {
    Field<Target, TargetMember> found{{}, target, {}};
    for_each_field<Source>([&](const auto& each) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each.member)>, SourceMember Source::*>) {
            if (each.member == source) found = {each.name, target, each.sentence};
        }
    });
    return found;
}

}  // namespace hm

// HM_ENUM(Name, a, b, c) declares an enum class whose enumerators are also its stored and printed words,
// so the list exists once. The enumerators count from 0 and have no values of their own.

namespace hm {

namespace enum_detail {

constexpr std::size_t count_names(std::string_view list) {
    std::size_t count = 1;
    for (const char c : list) count += c == ',' ? 1 : 0;
    return count;
}

template <std::size_t N>
constexpr std::array<std::string_view, N> split_names(std::string_view list) {
    std::array<std::string_view, N> names{};
    for (std::size_t i = 0; i < N; ++i) {
        const std::size_t comma = list.find(',');
        names[i] = list.substr(0, comma);
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
        while (!list.empty() && list.front() == ' ') list.remove_prefix(1);
    }
    return names;
}

}  // namespace enum_detail

template <class E>
concept NamedEnum = requires { enum_list(static_cast<E*>(nullptr)); };

template <NamedEnum E>
inline constexpr auto enum_names =
    enum_detail::split_names<enum_detail::count_names(enum_list(static_cast<E*>(nullptr)))>(
        enum_list(static_cast<E*>(nullptr)));

template <NamedEnum E>
constexpr std::string_view name_of(E value) {
    return enum_names<E>[static_cast<std::size_t>(value)];
}

template <NamedEnum E>
constexpr std::optional<E> enum_named(std::string_view name) {
    for (std::size_t i = 0; i < enum_names<E>.size(); ++i) {
        if (enum_names<E>[i] == name) return static_cast<E>(i);
    }
    return std::nullopt;
}

// EnumTable<&Row::kind>: a constant table with one row for each enumerator, in their order, looked up by the enumerator
// that the row's member holds. A row that is missing, misplaced or too many does not compile; the compiler's message
// names the enumerator as expect_row<...>. Enumerators before `first` have no row.
//
//     struct Row { Colour kind; std::string_view words; };
//     constexpr EnumTable<&Row::kind> colours({{Colour::red, "..."}, {Colour::blue, "..."}});

namespace enum_detail {

template <class Member>
struct RowKey;

template <NamedEnum E, class R>
struct RowKey<E R::*> {
    using Enum = E;
    using Row = R;
};

}  // namespace enum_detail

// Row is a parameter so that a table of rows from an unnamed namespace is as local as they are.
template <auto key, auto first = typename enum_detail::RowKey<decltype(key)>::Enum{},
          class Row = typename enum_detail::RowKey<decltype(key)>::Row>
class EnumTable {
public:
    using Enum = decltype(first);

    template <std::size_t N>
    consteval explicit EnumTable(const Row (&rows)[N]) {
        static_assert(N <= count, "This table has more rows than there are enumerators.");
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (expect_row<at(I)>(I < N && rows[I].*key == at(I)), ...);
        }(std::make_index_sequence<count>());
        for (std::size_t i = 0; i < count; ++i) rows_[i] = rows[i];
    }

    // REQUIRES: the enumerator is not before `first`.
    constexpr const Row& operator[](Enum value) const { return rows_[static_cast<std::size_t>(value) - before]; }
    constexpr auto begin() const { return rows_.begin(); }
    constexpr auto end() const { return rows_.end(); }

private:
    static constexpr std::size_t before = static_cast<std::size_t>(first);
    static constexpr std::size_t count = enum_names<Enum>.size() - before;

    static consteval Enum at(std::size_t row) { return static_cast<Enum>(before + row); }
    template <Enum value>
    static constexpr void expect_row(bool is_in_its_place) {
        if (!is_in_its_place) throw "This table has no row for the enumerator, or has it in another place.";
    }

    std::array<Row, count> rows_{};
};

}  // namespace hm

#define HM_ENUM(Name, ...)                        \
    enum class Name { __VA_ARGS__ };              \
    constexpr std::string_view enum_list(Name*) { \
        return #__VA_ARGS__;                      \
    }
