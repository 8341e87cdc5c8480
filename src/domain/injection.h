// Injection: what was put before the model, why, and what it cost. Written by hooks.
#pragma once

#include <cstdint>

#include "base/codec.h"
#include "domain/node.h"

namespace hm {

struct Injection : Node {
    std::optional<Id> session_id;
    std::optional<Id> task_id;
    Word hook;
    std::int64_t characters = 0;
    std::int64_t budget = 0;
    json::object sections;
    std::int64_t left_out = 0;

    static constexpr void fields(auto&& visit) {
        node_fields<Injection>(visit);
        visit(kept("session_id", &Injection::session_id, "Session it went to."));
        visit(kept("task_id", &Injection::task_id, "Task that was active."));
        visit(kept("hook", &Injection::hook, "Hook that asked for it."));
        visit(kept("characters", &Injection::characters, "How long it was."));
        visit(kept("budget", &Injection::budget, "How long it could have been."));
        visit(kept("sections", &Injection::sections, "Characters, entries and hash of each section."));
        visit(kept("left_out", &Injection::left_out, "How many entries did not fit."));
    }
};

}  // namespace hm
