// Which noun lives in which table. A noun that is kept has its line here, its tables in a migration and its
// queries in store/queries/<subject>.cc; a test compares the tables with the field lists.
#pragma once

#include <string_view>

#include "domain/anchor.h"
#include "domain/artifact.h"
#include "domain/checkpoint.h"
#include "domain/comment.h"
#include "domain/decision.h"
#include "domain/delegation.h"
#include "domain/event.h"
#include "domain/grant.h"
#include "domain/injection.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/session.h"
#include "domain/signal.h"
#include "domain/swarm.h"
#include "domain/task.h"
#include "domain/trajectory.h"

namespace hm {

struct Table {
    std::string_view noun;  // also the front of its link tables: task_depends_on
    std::string_view name;
};

template <class Record>
inline constexpr Table table_of = {};
template <>
inline constexpr Table table_of<Session> = {"session", "sessions"};
template <>
inline constexpr Table table_of<Plan> = {"plan", "plans"};
template <>
inline constexpr Table table_of<Phase> = {"phase", "phases"};
template <>
inline constexpr Table table_of<Task> = {"task", "tasks"};
template <>
inline constexpr Table table_of<Decision> = {"decision", "decisions"};
template <>
inline constexpr Table table_of<Artifact> = {"artifact", "artifacts"};
template <>
inline constexpr Table table_of<Trajectory> = {"trajectory", "trajectories"};
template <>
inline constexpr Table table_of<Checkpoint> = {"checkpoint", "checkpoints"};
template <>
inline constexpr Table table_of<Memory> = {"memory", "memories"};
template <>
inline constexpr Table table_of<Anchor> = {"anchor", "anchors"};
template <>
inline constexpr Table table_of<Knowledge> = {"knowledge", "knowledge"};
template <>
inline constexpr Table table_of<Comment> = {"comment", "comments"};
template <>
inline constexpr Table table_of<Grant> = {"grant", "grants"};
template <>
inline constexpr Table table_of<Delegation> = {"delegation", "delegations"};
template <>
inline constexpr Table table_of<Swarm> = {"swarm", "swarms"};
template <>
inline constexpr Table table_of<Signal> = {"signal", "signals"};
template <>
inline constexpr Table table_of<Injection> = {"injection", "injections"};
template <>
inline constexpr Table table_of<TurningPoint> = {"turning_point", "turning_points"};
template <>
inline constexpr Table table_of<Event> = {"event", "events"};

// Calls visit.template operator()<Record>() for every noun that is a node, those that others name first.
template <class Visit>
void for_each_node(Visit&& visit) {
    visit.template operator()<Session>();
    visit.template operator()<Plan>();
    visit.template operator()<Phase>();
    visit.template operator()<Task>();
    visit.template operator()<Decision>();
    visit.template operator()<Artifact>();
    visit.template operator()<Trajectory>();
    visit.template operator()<Checkpoint>();
    visit.template operator()<Memory>();
    visit.template operator()<Anchor>();
    visit.template operator()<Knowledge>();
    visit.template operator()<Comment>();
    visit.template operator()<Grant>();
    visit.template operator()<Delegation>();
    visit.template operator()<Swarm>();
    visit.template operator()<Signal>();
    visit.template operator()<Injection>();
    visit.template operator()<TurningPoint>();
}

// The same for every noun that has a table.
template <class Visit>
void for_each_noun(Visit&& visit) {
    for_each_node(visit);
    visit.template operator()<Event>();
}

}  // namespace hm
