// Whether a call that is about to happen can be read well enough to be judged. A call that says nothing a rule could
// look at would pass every rule; it gets the answer of the fail mode instead, and is refused in strict.
//
// Only what a verdict hangs on is asked for: the tool's name, its arguments as an object, the command of a shell and
// the paths of a tool that writes. Which tool is which is known to each dialect; others need neither.
#pragma once

#include <string>
#include <string_view>

#include "app/hooks/agent_event.h"
#include "base/json.h"

namespace hm {

// A tool's name without control characters, so that it can be stored, shown and compared by its words.
std::string plain_tool_name(std::string_view name);

// `tool` and `arguments` are the members as they came, null when they are missing; `use` is what was read from them.
// Fails with invalid_input and says which part cannot be read.
Result<void> check_readable(const json::value* tool, const json::value* arguments, const ToolUse& use);

// Fails when the sender says in the place of the arguments that they were `too_large`; `most` is what may be sent.
Result<void> check_was_sent(const json::object& input, std::size_t most);

// The error of a call whose text cannot be read at all, with what was met as its evidence.
Error unreadable_call(const Error& met);

// The text of a member, also from the beginning of a text that was cut off or is no JSON; "" when it is not there.
// Looks only where a client names such members: before the arguments of a call.
std::string_view peek_member(std::string_view text, std::string_view name);

}  // namespace hm
