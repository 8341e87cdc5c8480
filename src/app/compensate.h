// Compensating an event: everything it changed becomes what it was before, what it made is taken out of use. Refused
// when later events or records build on it; nothing is guessed.
#pragma once

#include "app/command.h"
#include "domain/event.h"

namespace hm {

struct Compensated {
    std::size_t restored = 0;
    std::size_t taken_out = 0;  // of use; they stay in the store
};

Result<Compensated> compensate(const Event& event, const CommandContext& context);

}  // namespace hm
