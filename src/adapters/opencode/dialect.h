// OpenCode's words, translated: its tool names, its arguments, its session ids.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/hooks/prune_outputs.h"
#include "base/json.h"

namespace hm::opencode {

// `request_id` is the id under which the plugin sent it.
AgentIdentity identity(const json::object& input, std::string_view request_id);

// From the `tool` and `args` of a tool hook.
ToolUse tool_use(const json::object& input);

// The tool outputs that the client's conversation holds.
std::vector<HeldOutput> outputs_held(const json::object& input);

// The arguments of the call with `paths` in place of those it came with; empty when none changed.
json::object rewritten_arguments(const json::object& input, const std::vector<std::string>& paths);

}  // namespace hm::opencode
