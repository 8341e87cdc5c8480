// A hook of a client that starts a process for each event: from the text on standard input to the answer.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "adapters/clients/shared/client_event.h"
#include "app/project/project.h"
#include "base/deadline.h"
#include "base/id.h"
#include "base/json.h"
#include "base/time.h"
#include "domain/settings.h"

namespace hm::hook {

// One event of a client from its bytes to the bytes of the answer, whatever they are. It is judged by the project that
// its session began in (hook.h). A session of no project is answered with nothing, unless a call would write to
// a protected path of some project. When HiveMind itself fails, the call goes by the project's fail mode; when that
// cannot be known, by the one the hook was wired with. Either way the failure is shown, and goes into the spool.

struct HookCall {
    const Dialect& dialect;
    std::string event_name;  // as it was wired; "" when it was not
    FailMode fail = FailMode::open;
    std::filesystem::path directory;  // of this process
    // Told the project's root and the event's name before anything is decided; may be empty.
    std::function<void(const std::filesystem::path& root, std::string_view event_name)> on_project = {};
    // A variable of the process; empty where the environment must not count.
    std::function<std::optional<std::string>(const char* name)> variable = {};
    // The user's state folder (base/files.h): which project each session began in is kept there.
    std::optional<std::filesystem::path> state = std::nullopt;
    std::string client_process = {};  // AgentIdentity::process
};

struct HookAnswer {
    std::string out;
    std::string err;
    bool needs_newer_program = false;
};

// `text` is the event, or why it could not be read.
HookAnswer answer_event(const HookCall& call, const Result<std::string>& text, Clock& clock, IdSource& ids);

// What is answered when nothing else can be: by the fail mode.
HookAnswer answer_failure(const Dialect& dialect, std::string_view event_name, FailMode fail, const Error& error);

// Which project an event belongs to: the one its session began in, wherever the agent's shell has gone since. In this
// order: the project directory that the client itself names in the hook's environment, the record of the session's
// earlier events, the directory of the event. Subagents have their session's. All worktrees of one repository share
// the project of their main checkout.

struct SessionHome {
    std::filesystem::path root;
    // How a call is answered while the project's settings cannot be read.
    FailMode fail = FailMode::open;
    // False where only the client's settings in that directory say that it is a project, as in a fresh clone.
    bool was_made = true;
};

// Nothing when the session began in no project and `directory` is in none. A project whose store is gone is one.
// Keeps the record of a session that is seen for the first time.
std::optional<SessionHome> session_home(const HookCall& call, const ClientEvent& event,
                                        const std::filesystem::path& directory);

// One event from a client, read whole from a pipe: bounded in size and in time. A client that does not close its end
// is not waited for once the event is complete.

inline constexpr std::size_t longest_event = 16U << 20U;

// Never more than longest_event, and never later than the deadline.
Result<std::string> read_event_text(int input, Deadline deadline);

// Fails at what is no JSON object, and where an object names a member twice.
Result<json::object> parse_event(std::string_view text);

// A command of the client that a person chose by its name, "/ship the boat", found in the prompt that came of it.
// Claude Code tells of a command by itself; Codex sends the line as it was typed; Gemini CLI sends only what the
// command's file says, or what our prompt of that name says.

// `directory` is where the client was started. Looks at a bounded number of files, and at none but for Gemini CLI.
std::optional<SlashCommand> command_in(std::string_view prompt, PromptComes comes,
                                       const std::filesystem::path& directory);

// The last word of a hook's process: what it answers when its own time is over or it crashes. A client that gets no
// answer lets the call through in silence, so there always is one. Set once, replaced as more is known.

// From now on a signal that would end this process, or `patience` passing, prints the last word instead.
void arm_last_word(Duration patience);

// `answer` goes to standard output, `notice` to standard error. Longer ones than fit are left out.
void set_last_word(std::string_view answer, std::string_view notice);

// What is left for the trail besides: `text` is written to `making`, which is then called `file`. Without it, or when
// one of them does not fit, nothing is left.
void set_last_record(std::string_view making, std::string_view file, std::string_view text);

// The answer is given: nothing is printed any more.
void disarm_last_word();

}  // namespace hm::hook
