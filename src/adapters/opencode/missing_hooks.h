// What is done in the place of a hook of OpenCode that does not come (host_hooks.h says when that is known). Each takes
// what it can from a hook that does come, under a request id of its own, so that told twice it leaves one record.
#pragma once

#include <filesystem>

#include "adapters/opencode/reply_memory.h"
#include "app/workspace.h"
#include "base/json.h"

namespace hm::opencode {

struct Instead {
    const json::object& input;
    AgentIdentity who;
    const std::filesystem::path& directory;
    ReplyMemory& memory;
    Workspace& workspace;

    Turn& turn() const { return memory.turns.of(who.session); }
};

// In a record after a call, without the hook before it, or of a call that ran with other arguments than it was `judged`
// by, because a plugin changed them behind ours: it is judged now. A refusal becomes `replace`, what stands in the
// place of its result, and a toast.
Result<void> judge_afterwards(const Instead& instead, const std::optional<BeforeTool>& judged, json::object& reply);

// In a request for the model, without the hook after a call: what it shows to be done is recorded.
Result<void> record_finished_calls(const Instead& instead);

// In a request for the model, without the hook for a prompt.
Result<void> take_prompt(const Instead& instead);

// In a request for the model: the rules, when they stand in no system prompt; else "".
Result<std::string> rules_beside_state(const Instead& instead);

// In a record after a call, and in a system prompt: the state, when the request had no place for it; else "".
Result<std::string> state_with_result(const Instead& instead);
Result<std::string> state_above(const Instead& instead);

// With the first call of a session, and with a prompt, where OpenCode tells of nothing by itself.
Result<void> look_at_new_session(const Instead& instead, json::object& reply);
Result<void> close_turn_before(const Instead& instead, json::object& reply);

// In a request for the model: what its last answer says of itself, which OpenCode would tell by events: the tokens it
// took, that it is a summary, how it failed.
Result<void> take_last_answer(const Instead& instead, json::object& reply);

// The subagent that a call of `task` ended with, where OpenCode does not tell that it rests.
Result<void> close_subagent(const Instead& instead, json::object& reply);

}  // namespace hm::opencode
