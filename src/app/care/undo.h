// Undo: commands that compensate what an event changed.
#pragma once

#include "app/bus/bus.h"
#include "app/command/command.h"
#include "domain/event.h"

namespace hm {

// Compensating an event: everything it changed becomes what it was before, what it made is taken out of use. Refused
// when later events or records build on it; nothing is guessed.

struct Compensated {
    std::size_t restored = 0;
    std::size_t taken_out = 0;  // of use; they stay in the store
};

Result<Compensated> compensate(const Event& event, const CommandContext& context);

// Taking back what a person last decided about an entry: its acceptance, its correction or its rejection.

// The newest review of the entry that is in force is undone, with all that it decided at once.
Result<Receipt> undo_review(const Id& id, const Actor& actor, Workspace& workspace);

}  // namespace hm
