// Codec of single values: texts, ids, numbers, times, enumerators. Lists and records are in codec.h.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/decoder.h"
#include "base/enum_names.h"
#include "base/id.h"
#include "base/text.h"
#include "base/time.h"

namespace hm {

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

}  // namespace hm
