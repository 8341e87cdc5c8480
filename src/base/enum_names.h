// HM_ENUM(Name, a, b, c) declares an enum class whose enumerators are also its stored and printed words,
// so the list exists once. The enumerators count from 0 and have no values of their own.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

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

}  // namespace hm

#define HM_ENUM(Name, ...)                        \
    enum class Name { __VA_ARGS__ };              \
    constexpr std::string_view enum_list(Name*) { \
        return #__VA_ARGS__;                      \
    }
