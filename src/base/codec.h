// Decoding and encoding of records as JSON: one codec for each type, all errors with their paths.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/id.h"
#include "base/json.h"
#include "base/shape.h"
#include "base/text.h"
#include "base/time.h"

namespace hm {

// Decoder: collects every error of a decoding with its path, instead of stopping at the first.

struct FieldError {
    std::string path;  // "temporal_gate.reason", "tags[2]"
    std::string message;
};

class Decoder {
public:
    void add_error(std::string message) { errors_.push_back({path_, std::move(message)}); }
    void add_error(const Error& error) { add_error(error.what + " " + error.remedy); }
    // A word that is none of the shape's choices.
    void add_unknown(std::string_view word, const Shape& shape);
    bool has_errors() const { return !errors_.empty(); }
    const std::vector<FieldError>& errors() const { return errors_; }

    // Runs `body` with `step` ("content", "[2]") added to the path.
    template <class Body>
    void within(std::string_view step, Body&& body) {
        const std::size_t length = path_.size();
        if (!path_.empty() && step.front() != '[') path_ += '.';
        path_ += step;
        body();
        path_.resize(length);
    }

    // All errors as one Error of `what`.
    Error to_error(std::string what) const;

private:
    std::string path_;
    std::vector<FieldError> errors_;
};

// Members the shape does not know are errors, each with the nearest known name.
void refuse_unknown(const json::object& object, const Shape& shape, Decoder& decoder);

// Codec of single values: texts, ids, numbers, times, enumerators. Lists and records are in codec.h.

template <class T>
struct Codec;

template <class T>
Shape shape_of() {
    return Codec<T>::shape();
}

template <std::size_t Min, std::size_t Max, class Kind>
struct Codec<Text<Min, Max, Kind>> {
    using T = Text<Min, Max, Kind>;
    static Shape shape() { return {.kind = ShapeKind::text, .min = Min, .max = Max}; }
    static json::value encode(const T& value) { return json::value(value.str()); }
    static void decode(const json::value& value, T& out, Decoder& decoder) {
        if (!value.is_string()) return decoder.add_error("Expected text.");
        auto made = T::make(std::string(value.get_string()));
        if (!made) return decoder.add_error(made.error());
        out = std::move(*made);
    }
};

template <>
struct Codec<Id> {
    static Shape shape() { return {.kind = ShapeKind::id}; }
    static json::value encode(const Id& value) { return json::value(value.text()); }
    static void decode(const json::value& value, Id& out, Decoder& decoder) {
        if (!value.is_string()) return decoder.add_error("Expected an id.");
        auto made = Id::parse(std::string_view(value.get_string()));
        if (!made) return decoder.add_error(made.error());
        out = std::move(*made);
    }
};

template <>
struct Codec<bool> {
    static Shape shape() { return {.kind = ShapeKind::boolean}; }
    static json::value encode(bool value) { return value; }
    static void decode(const json::value& value, bool& out, Decoder& decoder) {
        if (!value.is_bool()) return decoder.add_error("Expected true or false.");
        out = value.get_bool();
    }
};

template <>
struct Codec<std::int64_t> {
    static Shape shape() { return {.kind = ShapeKind::integer}; }
    static json::value encode(std::int64_t value) { return value; }
    static void decode(const json::value& value, std::int64_t& out, Decoder& decoder) {
        boost::system::error_code error;
        const auto number = value.to_number<std::int64_t>(error);
        if (error) return decoder.add_error("Expected a whole number.");
        out = number;
    }
};

template <>
struct Codec<double> {
    static Shape shape() { return {.kind = ShapeKind::number}; }
    static json::value encode(double value) { return value; }
    static void decode(const json::value& value, double& out, Decoder& decoder) {
        boost::system::error_code error;
        const auto number = value.to_number<double>(error);
        if (error || !std::isfinite(number)) return decoder.add_error("Expected a number.");
        out = number;
    }
};

template <>
struct Codec<Time> {
    static Shape shape() { return {.kind = ShapeKind::time}; }
    static json::value encode(Time value) { return value.ms; }
    static void decode(const json::value& value, Time& out, Decoder& decoder) {
        Codec<std::int64_t>::decode(value, out.ms, decoder);
    }
};

template <>
struct Codec<Duration> {
    static Shape shape() { return {.kind = ShapeKind::duration}; }
    static json::value encode(Duration value) { return json::value(to_text(value)); }
    static void decode(const json::value& value, Duration& out, Decoder& decoder) {
        if (!value.is_string()) return decoder.add_error("Expected a length of time such as 30m.");
        auto parsed = parse_duration(std::string_view(value.get_string()));
        if (!parsed) return decoder.add_error(parsed.error());
        out = *parsed;
    }
};

template <NamedEnum E>
struct Codec<E> {
    static Shape shape() {
        return {.kind = ShapeKind::choice, .choices = {enum_names<E>.begin(), enum_names<E>.end()}};
    }
    static json::value encode(E value) { return json::value(name_of(value)); }
    static void decode(const json::value& value, E& out, Decoder& decoder) {
        if (!value.is_string()) return decoder.add_error("Expected " + to_words(shape()) + ".");
        const std::string_view word = value.get_string();
        const std::optional<E> found = enum_named<E>(word);
        if (!found) {
            return decoder.add_unknown(word, shape());
        }
        out = *found;
    }
};

template <>
struct Codec<json::object> {
    static Shape shape() { return {.kind = ShapeKind::object}; }
    static json::value encode(const json::object& value) { return value; }
    static void decode(const json::value& value, json::object& out, Decoder& decoder) {
        if (!value.is_object()) return decoder.add_error("Expected an object.");
        out = value.get_object();
    }
};

// Codec: how a value of a type is read from JSON, written to it, and described. Decoding collects every
// error with its path instead of stopping at the first.

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
