// OpenCode's words, translated: its tool names, its arguments, its session ids.
#pragma once

#include <filesystem>
#include <optional>

#include "app/event/agent_event.h"
#include "app/hooks/before_model.h"
#include "base/json.h"
#include "engine/session/context.h"

namespace hm::opencode {

inline constexpr std::string_view client_name = "opencode";

// `request_id` is the id under which the plugin sent it.
AgentIdentity identity(const json::object& input, std::string_view request_id);

// What a call is known by: some models number their calls anew in every session.
std::string call_key(const AgentIdentity& who, std::string_view call_id);

// A yes or no of the plugin's; nothing where it says neither.
std::optional<bool> told(const json::object& input, std::string_view name);

// From the `tool` and `args` of a tool hook.
ToolUse tool_use(const json::object& input);

// The agent that a call of `task` means, when it names one of our roles and of all agents that OpenCode has (`agents`)
// only our profile is of that role: "executor" is OpenCode's agent "hivemind-executor". Empty when the call is right as
// it is.
std::string agent_meant(const json::object& input);

// Whether the agent that a call of `task` starts works in the background: the agents of a subagent do, so that none
// waits for one that waits. OpenCode refuses it unless a setting of its own allows it.
enum class Background {
    no,
    yes,
    when_set,  // once OpenCode has background_flags(), where no person has decided on them
};
Background runs_in_background(const json::object& input);
json::object background_flags();

// The tool outputs that the client's conversation holds.
std::vector<HeldOutput> outputs_held(const json::object& input);

// What the request holds that text can be put behind: the person's messages and the results of calls. Nothing where the
// plugin does not say.
std::optional<HeldPlaces> places_held(const json::object& input);

// What stands behind them: each place with its text, in parts.
json::array placed_parts(const std::vector<PlacedText>& placed);

// The last words of a session, oldest first, and of them the answer that its turn ended with.
std::vector<SplitMessage> messages_told(const json::object& properties);
std::string last_answer(const json::object& properties);

// What a permission is asked for: the patterns of `permission.asked`, in one line.
std::string patterns_of(const json::object& properties);

// The same with some of its arguments changed.
json::object with_arguments(json::object input, const json::object& changed);

// The arguments of the call with `paths` in place of those it came with; empty when none changed.
json::object rewritten_arguments(const json::object& input, const std::vector<std::string>& paths);

}  // namespace hm::opencode
