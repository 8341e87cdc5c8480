// Turning point: a decision that changed direction, kept across compactions.
#pragma once

#include <cstdint>

#include "domain/node.h"

namespace hm {

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
