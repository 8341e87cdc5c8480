// Codec: how a value of a type is read from JSON, written to it, and described. Decoding collects every
// error with its path instead of stopping at the first.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/scalar_codecs.h"

namespace hm {

template <class T>
struct Codec<std::optional<T>> {
    static Shape shape() { return Codec<T>::shape(); }
    static json::value encode(const std::optional<T>& value) {
        return value ? Codec<T>::encode(*value) : json::value(nullptr);
    }
    static void decode(const json::value& value, std::optional<T>& out, Decoder& decoder) {
        if (value.is_null()) return out.reset();
        Codec<T>::decode(value, out.emplace(), decoder);
    }
};

inline constexpr std::size_t max_list_items = 1000;

template <class T>
struct Codec<std::vector<T>> {
    static Shape shape() { return {.kind = ShapeKind::list, .item = {Codec<T>::shape()}}; }
    static json::value encode(const std::vector<T>& values) {
        json::array array;
        for (const T& value : values) array.push_back(Codec<T>::encode(value));
        return array;
    }
    static void decode(const json::value& value, std::vector<T>& out, Decoder& decoder) {
        if (!value.is_array()) return decoder.add_error("Expected a list.");
        const json::array& array = value.get_array();
        if (array.size() > max_list_items) {
            return decoder.add_error(std::to_string(array.size()) + " items. Send at most " +
                                     std::to_string(max_list_items) + ".");
        }
        out.assign(array.size(), T{});
        for (std::size_t i = 0; i < array.size(); ++i) {
            decoder.within("[" + std::to_string(i) + "]", [&] { Codec<T>::decode(array[i], out[i], decoder); });
        }
    }
};

template <class T>
inline constexpr Presence presence_of = Presence::required;
template <class T>
inline constexpr Presence presence_of<std::optional<T>> = Presence::optional;
template <class T>
inline constexpr Presence presence_of<std::vector<T>> = Presence::optional;
template <>
inline constexpr Presence presence_of<bool> = Presence::optional;

template <Described Record>
struct Codec<Record> {
    static Shape shape() {
        Shape shape{.kind = ShapeKind::object};
        for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
            shape.fields.push_back({each.name, each.sentence, presence_of<Member>, Codec<Member>::shape()});
        });
        return shape;
    }

    static json::object encode_object(const Record& record) {
        json::object object;
        for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
            json::value value = Codec<Member>::encode(record.*each.member);
            if (!value.is_null()) object[each.name] = std::move(value);
        });
        return object;
    }
    static json::value encode(const Record& record) { return encode_object(record); }

    static void decode_members(const json::object& object, Record& out, Decoder& decoder) {
        for_each_field<Record>([&]<class Member>(const Field<Record, Member>& each) {
            decoder.within(each.name, [&] {
                const json::value* value = object.if_contains(each.name);
                if (value == nullptr) {
                    if (presence_of<Member> == Presence::required) decoder.add_error("Missing.");
                    return;
                }
                Codec<Member>::decode(*value, out.*each.member, decoder);
            });
        });
    }
    static void decode(const json::value& value, Record& out, Decoder& decoder) {
        if (!value.is_object()) return decoder.add_error("Expected an object.");
        decode_members(value.get_object(), out, decoder);
        refuse_unknown(value.get_object(), shape(), decoder);
    }
};

// Decodes a whole value or fails with every error in it. `what` opens the message: "memory save".
template <class T>
Result<T> decode_as(const json::value& value, std::string_view what) {
    T out{};
    Decoder decoder;
    Codec<T>::decode(value, out, decoder);
    if (decoder.has_errors()) return fail(decoder.to_error(std::string(what)));
    return out;
}

template <class T>
json::value encode(const T& value) {
    return Codec<T>::encode(value);
}

}  // namespace hm
