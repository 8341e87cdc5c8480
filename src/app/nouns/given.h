// What a caller may give of a record: the fields of its list that the program does not keep itself. Creating takes
// them with defaults for what is left out; changing takes any of them, and the status where the noun has one.
#pragma once

#include <string>
#include <string_view>

#include "base/codec.h"
#include "domain/lifecycles.h"

namespace hm {

// A value that stands for nothing until it is given.
template <class T>
inline constexpr bool must_be_given = false;
template <std::size_t Min, std::size_t Max, class Kind>
inline constexpr bool must_be_given<Text<Min, Max, Kind>> = Min > 0;
template <>
inline constexpr bool must_be_given<Id> = true;

template <class Record>
Shape draft_shape() {
    Shape shape{.kind = ShapeKind::object};
    for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
        if (each.filler != Filler::caller) return;
        const Presence presence = must_be_given<Member> ? Presence::required : Presence::optional;
        shape.fields.push_back({each.name, each.sentence, presence, shape_of<Member>()});
    });
    return shape;
}

// Calls act(field) for the field that holds the status of a noun with a lifecycle.
template <class Record, class Act>
void with_status_field(Act&& act) {
    if constexpr (HasLifecycle<Record>) {
        using StatusMember = std::remove_const_t<decltype(LifecycleOf<Record>::member)>;
        for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
            if constexpr (std::is_same_v<Member Record::*, StatusMember>) {
                if (each.member == LifecycleOf<Record>::member) act(each);
            }
        });
    }
}

HM_ENUM(StatusChange, by_change, by_own_command)

template <class Record, StatusChange Status>
Shape change_shape() {
    Shape shape = draft_shape<Record>();
    for (FieldShape& field : shape.fields) field.presence = Presence::optional;
    if constexpr (Status == StatusChange::by_change) {
        with_status_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
            shape.fields.insert(shape.fields.begin(),
                                {each.name, each.sentence, Presence::optional, shape_of<Member>()});
        });
    }
    shape.fields.insert(shape.fields.begin(), {"id", "The record to change.", Presence::required, shape_of<Id>()});
    return shape;
}

// Reads what `object` gives into the record; what it leaves out stays.
template <class Record>
void decode_given(const json::object& object, Record& record, Decoder& decoder) {
    for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
        if (each.filler != Filler::caller) return;
        const json::value* value = object.if_contains(each.name);
        if (value == nullptr) return;
        decoder.within(each.name, [&] { Codec<Member>::decode(*value, record.*each.member, decoder); });
    });
}

// Members that the shape does not know, and needed ones that are missing, are errors.
void check_members(const json::object& object, const Shape& shape, Decoder& decoder);

}  // namespace hm
