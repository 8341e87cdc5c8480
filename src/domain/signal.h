// Signal: something that was detected and the one thing to do about it. Written by hooks.
#pragma once

#include <cstdint>

#include "base/codec.h"
#include "base/fields.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(SignalSeverity, low, medium, high, critical)

struct Signal : Node {
    Word kind;
    SignalSeverity severity = SignalSeverity::medium;
    std::optional<Id> session_id;
    std::optional<Id> task_id;
    Sentence text;
    std::optional<Sentence> advice;
    json::object facts;
    std::int64_t raised_count = 1;
    std::optional<Time> cleared_at;

    static constexpr void fields(auto&& visit) {
        node_fields<Signal>(visit);
        visit(kept("kind", &Signal::kind, "What was detected."));
        visit(kept("severity", &Signal::severity, "How much it matters."));
        visit(kept("session_id", &Signal::session_id, "Session it was seen in."));
        visit(kept("task_id", &Signal::task_id, "Task it was seen under."));
        visit(kept("text", &Signal::text, "What it says to the agent."));
        visit(kept("advice", &Signal::advice, "The one thing to do."));
        visit(kept("facts", &Signal::facts, "What it was seen by."));
        visit(kept("raised_count", &Signal::raised_count, "How often it was raised."));
        visit(kept("cleared_at", &Signal::cleared_at, "When it no longer held."));
    }
};

// Turning point: a decision that changed direction, kept across compactions.

struct TurningPoint : Node {
    std::optional<Id> session_id;
    std::optional<Id> task_id;
    std::optional<std::int64_t> turn;
    Sentence summary;
    std::optional<Paragraph> reason;

    static constexpr void fields(auto&& visit) {
        node_fields<TurningPoint>(visit);
        visit(kept("session_id", &TurningPoint::session_id, "Session it happened in."));
        visit(field("task_id", &TurningPoint::task_id, "Task it happened under."));
        visit(field("turn", &TurningPoint::turn, "Turn of the session."));
        visit(field("summary", &TurningPoint::summary, "What changed."));
        visit(field("reason", &TurningPoint::reason, "Why."));
    }
};

}  // namespace hm
