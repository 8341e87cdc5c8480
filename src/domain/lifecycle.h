// A lifecycle is a table of the status changes a noun may make. Each noun's table is the one home of its
// rule; a change the table lacks cannot be made.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "base/result.h"

namespace hm {

template <NamedEnum Status>
struct Transition {
    Status from;
    Status to;
};

template <NamedEnum Status>
std::string statuses_after(std::span<const Transition<Status>> table, Status from) {
    std::string names;
    for (const Transition<Status>& row : table) {
        if (row.from == from) names += (names.empty() ? "" : ", ") + std::string(name_of(row.to));
    }
    return names.empty() ? "nothing: this is its end" : names;
}

// `noun` and `id` are for the message.
template <NamedEnum Status>
Result<void> check_transition(std::span<const Transition<Status>> table, Status from, Status to, std::string_view noun,
                              std::string_view id) {
    for (const Transition<Status>& row : table) {
        if (row.from == from && row.to == to) return {};
    }
    return fail(Error{ErrorCode::conflict,
                      fmt::format("{} {} cannot go from {} to {}.", noun, id, name_of(from), name_of(to)),
                      fmt::format("From {} it can go to {}.", name_of(from), statuses_after(table, from)),
                      "Its lifecycle has no such change.",
                      {fmt::format("{} is {} now", id, name_of(from))}});
}

}  // namespace hm
