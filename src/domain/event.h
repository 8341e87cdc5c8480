// Event: one line of the trail. Every accepted write, every decision of the gate and every injection
// leaves one, with who, when, and the ids involved. Events are appended, never changed.
#pragma once

#include "base/codec.h"
#include "base/fields.h"
#include "domain/texts.h"

namespace hm {

HM_ENUM(ActorKind, person, agent, hook)

inline constexpr std::size_t max_event_facts_bytes = 2000;

struct Event {
    Id id;
    std::int64_t seq = 0;
    Time at;
    Word kind;
    ActorKind actor = ActorKind::person;
    std::optional<Word> role;
    std::optional<Id> session_id;
    std::optional<Id> task_id;
    std::optional<Id> subject_id;
    std::optional<Text<1, 120>> request_id;
    Sentence summary;
    json::object facts;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &Event::id, "Its id."));
        visit(field("seq", &Event::seq, "Its place in the trail."));
        visit(field("at", &Event::at, "When it happened."));
        visit(field("kind", &Event::kind, "What happened: a command's name, or gate.block and the like."));
        visit(field("actor", &Event::actor, "Who did it."));
        visit(field("role", &Event::role, "Role of the one who did it."));
        visit(field("session_id", &Event::session_id, "Session it happened in."));
        visit(field("task_id", &Event::task_id, "Task it belongs to."));
        visit(field("subject_id", &Event::subject_id, "Record it is about."));
        visit(field("request_id", &Event::request_id, "Key that makes a repeated request one."));
        visit(field("summary", &Event::summary, "One line for people."));
        visit(field("facts", &Event::facts, "What was decided on, or what changed."));
    }
};

}  // namespace hm
