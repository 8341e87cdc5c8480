// The files and directories that a call of an agent's tool names, however its client spells them. The one place that
// knows the spellings, shared by all dialects; which tool is of which kind is known to each dialect itself.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/event/agent_event.h"
#include "base/json.h"

namespace hm {

// Arguments that hold one path, in the order in which paths_named gives them.
std::span<const std::string_view> path_names();

// At most 200 paths, each once: those of single arguments first, then those in lists, edits and patches.
std::vector<std::string> paths_named(const json::object& arguments, ToolKind kind);

// Arguments that hold the text of a shell call.
std::span<const std::string_view> command_names();

// The shell text of a call: `command` as a text or as a list of words, `cmd`, `script`. Words of a list are quoted, so
// that the text means what the list does. Of a call with several of them each is a line: which one its tool runs is not
// known.
std::string command_named(const json::object& arguments);

// The directories that the call may run in, or that its relative paths may start from. The tools of the clients that
// are known to heed their argument run there and nowhere else; any other tool may ignore it, so the client's own
// directory
// (".") is one of them as well.
std::vector<std::string> directories_named(std::string_view tool, const json::object& arguments);

// The name of a directory argument that is given and holds no text; "" when there is none.
std::string unreadable_directory(const json::object& arguments);

// The kind of a tool that its dialect does not know, such as one behind MCP or another client's: its name and its
// arguments together say that it runs a command (mcp__box__run_shell with a `command`) or changes files
// (mcp__fs__write_file with a `path`); whoever names a kind of subagent starts one. Else it stays unknown.
ToolKind kind_by_words(std::string_view tool, const json::object& arguments);

// Fills in the paths, the command and the directory from the arguments of the call.
// REQUIRES: the name and the kind of the tool are set.
void fill_in_arguments(ToolUse& use, const json::object& arguments);

// Fills in what the agent says about the call, never what is written into a file or comes out of one, and the print
// that equal calls share.
void fill_in_words(ToolUse& use, const json::object& arguments);

// Whether a call that is about to happen can be read well enough to be judged. A call that says nothing a rule could
// look at would pass every rule; it gets the answer of the fail mode instead, and is refused in strict.
//
// Only what a verdict hangs on is asked for: the tool's name, its arguments as an object, the command of a shell and
// the paths of a tool that writes. Which tool is which is known to each dialect; others need neither.

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
