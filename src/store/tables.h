// Which noun lives in which table. A noun that is kept has its line here, its tables in a migration and its
// queries in store/sql/<noun>.cc; a test compares the tables with the field lists.
#pragma once

#include <string_view>

#include "domain/anchor.h"
#include "domain/checkpoint.h"
#include "domain/event.h"
#include "domain/memory.h"
#include "domain/session.h"
#include "domain/task.h"

namespace hm {

struct Table {
    std::string_view noun;  // also the front of its link tables: task_depends_on
    std::string_view name;
};

template <class Record>
inline constexpr Table table_of = {};
template <>
inline constexpr Table table_of<Task> = {"task", "tasks"};
template <>
inline constexpr Table table_of<Memory> = {"memory", "memories"};
template <>
inline constexpr Table table_of<Anchor> = {"anchor", "anchors"};
template <>
inline constexpr Table table_of<Session> = {"session", "sessions"};
template <>
inline constexpr Table table_of<Checkpoint> = {"checkpoint", "checkpoints"};
template <>
inline constexpr Table table_of<Event> = {"event", "events"};

// Calls visit.template operator()<Record>() for every noun that has a table.
template <class Visit>
void for_each_noun(Visit&& visit) {
    visit.template operator()<Session>();
    visit.template operator()<Task>();
    visit.template operator()<Checkpoint>();
    visit.template operator()<Memory>();
    visit.template operator()<Anchor>();
    visit.template operator()<Event>();
}

}  // namespace hm
