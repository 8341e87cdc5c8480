// Injection: what was put before the model, why, and what it cost. Written by hooks.
#pragma once

#include <cstdint>

#include "base/codec.h"
#include "base/fields.h"
#include "domain/node.h"

namespace hm {

// How much of a pack went out: all of it, what changed, or nothing because nothing did.
HM_ENUM(DeliveryKind, full, delta, nothing)

struct Injection : Node {
    std::optional<Id> session_id;
    std::optional<Id> task_id;
    Word hook;
    std::optional<Word> agent;
    DeliveryKind delivery = DeliveryKind::full;
    std::int64_t characters = 0;
    std::int64_t stable_characters = 0;
    std::int64_t tokens = 0;
    std::int64_t budget = 0;
    json::object sections;
    json::object seen;
    std::optional<Word> prompt_print;
    std::int64_t left_out = 0;
    std::optional<Word> place;
    std::optional<std::int64_t> text_hash;

    static constexpr void fields(auto&& visit) {
        node_fields<Injection>(visit);
        visit(kept("session_id", &Injection::session_id, "Session it went to."));
        visit(kept("task_id", &Injection::task_id, "Task that was active."));
        visit(kept("hook", &Injection::hook, "Hook that asked for it."));
        visit(kept("agent", &Injection::agent, "Agent of the session it went to, where the client tells."));
        visit(kept("delivery", &Injection::delivery, "Whether all of the pack went out, what changed, or nothing."));
        visit(kept("characters", &Injection::characters, "How long it was."));
        visit(kept("stable_characters", &Injection::stable_characters,
                   "Of these, what stays the same from request to request."));
        visit(kept("tokens", &Injection::tokens, "What it cost in tokens, estimated."));
        visit(kept("budget", &Injection::budget, "How long it could have been."));
        visit(kept("sections", &Injection::sections, "Characters, tokens, entries, ids and hash of each section."));
        visit(kept("seen", &Injection::seen, "What the context has seen of each section, as a hash."));
        visit(kept("prompt_print", &Injection::prompt_print, "A hash of the prompt it answered."));
        visit(kept("left_out", &Injection::left_out, "How many entries did not fit."));
        visit(kept("place", &Injection::place,
                   "A hash of the message or call it stands behind, where the client shows what its requests hold."));
        visit(kept("text_hash", &Injection::text_hash, "A hash of the whole text, which is put there again."));
    }
};

}  // namespace hm
