// The facts of a decision as they are kept with its event: only what decided, redacted, within the room that an event
// has. Decoded and decided again they give the same verdict, so that `hivemind why` can show how a decision came about.
#pragma once

#include "base/json.h"
#include "engine/gate/facts.h"

namespace hm {

// At most this many bytes as text.
inline constexpr std::size_t max_recorded_bytes = 1800;

json::object encode_facts(const GateFacts& facts, const Verdict& verdict);

// Fails when it is no record of a decision, or one that lacks what decided.
Result<GateFacts> decode_facts(const json::object& recorded);

}  // namespace hm
