// The answer that Claude Code and Codex share: `hookSpecificOutput` under the event's name. Codex takes exactly these
// members and no others, a refusal needs a reason, and without the event's name Claude Code lets the call through.
#pragma once

#include "adapters/hook/client_event.h"

namespace hm::hook {

std::string specific_output(const ClientEvent& event, const HookReply& reply);

}  // namespace hm::hook
