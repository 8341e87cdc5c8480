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
#pragma once

#include <string_view>
#include <type_traits>

namespace hm {

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
