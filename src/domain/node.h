// Node: what every kept record has. Ids name it, the stamp lets people grep for it, the times order it.
// A record that was deleted is archived: it keeps its row and leaves every list.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/fields.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "domain/texts.h"

namespace hm {

struct Node {
    Id id;
    StampText stamp;
    Time created_at;
    Time modified_at;
    std::optional<Time> archived_at;
};

template <class Record>
constexpr void node_fields(auto&& visit) {
    visit(kept<Record>("id", static_cast<Id Record::*>(&Node::id), "Its id."));
    visit(kept<Record>("stamp", static_cast<StampText Record::*>(&Node::stamp), "Minute it was made, for grep."));
    visit(kept<Record>("created_at", static_cast<Time Record::*>(&Node::created_at), "When it was made."));
    visit(kept<Record>("modified_at", static_cast<Time Record::*>(&Node::modified_at), "When it last changed."));
    visit(kept<Record>("archived_at", static_cast<std::optional<Time> Record::*>(&Node::archived_at),
                       "When it was taken out of use; absent while it is in use."));
}

// A lifecycle is a table of the status changes a noun may make. Each noun's table is the one home of its
// rule; a change the table lacks cannot be made, and the store refuses to write it.
//
// To add one: 1. write domain/<noun>_lifecycle.h with a LifecycleOf<Noun>: its `noun`, `member` (the status), `first`
// (what a new record may have), `table`, and settle() for what else a change sets; 2. include it in
// domain/lifecycles.h.

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

template <class Record>
struct LifecycleOf;

template <class Record>
concept HasLifecycle = requires { LifecycleOf<Record>::member; };

// Whether a new record may have the status it has.
template <HasLifecycle Record>
Result<void> check_first(const Record& record) {
    using Life = LifecycleOf<Record>;
    for (const auto status : Life::first) {
        if (record.*Life::member == status) return {};
    }
    return fail(ErrorCode::conflict, fmt::format("{} cannot begin as {}.", Life::noun, name_of(record.*Life::member)),
                fmt::format("Begin as {}.", name_of(Life::first.front())), "Its lifecycle does not begin there.");
}

// Whether a record may become what `after` is.
template <HasLifecycle Record>
Result<void> check_change(const Record& before, const Record& after) {
    using Life = LifecycleOf<Record>;
    const auto from = before.*Life::member;
    const auto to = after.*Life::member;
    if (from == to) return {};
    return check_transition<std::remove_const_t<decltype(to)>>(Life::table, from, to, Life::noun, after.id.text());
}

// Moves the record to the status `to` and sets what belongs to the change.
template <HasLifecycle Record, NamedEnum Status>
Result<void> move_to(Record& record, Status to, Time now) {
    using Life = LifecycleOf<Record>;
    Status& status = record.*Life::member;
    HM_TRY(check_transition<Status>(Life::table, status, to, Life::noun, record.id.text()));
    status = to;
    record.modified_at = now;
    Life::settle(record, now);
    return {};
}

}  // namespace hm
