// Short ids: how an id is shown to people and models, the end of it, because ids of one minute begin alike. The same
// for a record always, so that a text which names it stays the same. Whatever takes an id takes the short one too
// (app/command/named.h) and says so when it means more than one record; the store and --json have whole ids.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/id.h"

namespace hm {

inline constexpr std::size_t short_id_length = 6;
inline constexpr std::size_t shortest_id_part = 4;

inline std::string short_id(const Id& id) {
    const std::string& text = id.text();
    return text.size() <= short_id_length ? text : text.substr(text.size() - short_id_length);
}

// Whether a text can be a part of an id.
inline bool may_be_part_of_id(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef-";
    return text.size() >= shortest_id_part && text.size() < 36 &&
           text.find_first_not_of(digits) == std::string_view::npos;
}

}  // namespace hm
