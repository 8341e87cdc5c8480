// What a client tells of a session but for its calls: its beginning and end, prompts, compactions, subagents, its use
// of the context, and what happened in the client itself.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "engine/detect/read_words.h"
#include "engine/session/context.h"

namespace hm {

// A session begins or goes on in its client: it is kept, its project is looked at, and what it opens with is answered.

// Only the record; waits for nothing but the store.
Result<void> note_session_start(const SessionStart& event, Workspace& workspace);

// Looks at the project's files: what later looks are compared with, what the code map holds, what is new. Takes its
// time, and is made up for by the next session's look when it is lost.
Result<void> look_at_project(const AgentIdentity& who, Workspace& workspace);

// Both. Where the session before it left things is said by the pack.
Result<void> session_start(const SessionStart& event, Workspace& workspace);

// The client says that a session is over: for good, or only as far as its process goes.

// It is gone from the client: it is closed, and what it held goes back to the list.
Result<void> session_end(const AgentIdentity& who, Workspace& workspace);

// The client let go of it and may take it up again at any time, tomorrow or in the next second: that is noted, and
// nothing that the session holds is released. `reason` is the client's word; may be empty.
Result<void> session_left(const AgentIdentity& who, std::string_view reason, Workspace& workspace);

// What a person should know when a session begins: a chain that is broken, and how much waits to be validated. For the
// client's log and screen; the agent is told what concerns it with its pack.

// A sentence each, with the command that shows more.
struct SessionWarnings {
    std::optional<std::string> broken_chain;  // to be seen at once
    std::optional<std::string> stale;         // comes with time; counted no further than fifty of a noun
};

Result<SessionWarnings> session_warnings(const AgentIdentity& who, Workspace& workspace);

// The client's own subagents, kept in the registry of swarms: spawned with their parent, completed when they fall idle.

// REQUIRES: `who` names the child and its parent; without a parent nothing happens.
Result<void> subagent_start(const AgentIdentity& who, std::string_view prompt, Workspace& workspace);
// `answer` is what it said last; may be empty.
Result<void> subagent_stop(const AgentIdentity& who, std::string_view answer, Workspace& workspace);
// The client went away: those of its subagents that still ran went with it. `who` names the parent.
Result<void> subagents_left(const AgentIdentity& who, Workspace& workspace);

// The client told how many tokens are in the context: what a compaction freed is measured by it, and whether the
// session shall be split.

Result<SplitDecision> usage(const Usage& event, Workspace& workspace);

// The person said something: it is counted, weighed, and a short one is answered with where the work is.

struct PromptAnswer {
    PromptSort sort = PromptSort::plain;
    std::string flow;  // one line for the model, of a short prompt; may be empty
};

Result<PromptAnswer> user_prompt(const UserPrompt& event, Workspace& workspace);

// Before the client compacts a session: the block for its prompt. What must survive is said by the store, never by an
// earlier summary; after two compactions that freed too little only the essentials are added.

Result<std::string> before_compact(const BeforeCompact& event, Workspace& workspace);

// After the client compacted a session: it is counted, so that the next pack says so.

Result<void> after_compact(const AgentIdentity& who, Workspace& workspace);

// A person's own prompt for compactions, from .hivemind/compaction_prompt.md, which no agent may write.

// The whole prompt, with the summary before this one and the block of before_compact in it; empty when the person wrote
// none, so that the client's own holds.
Result<std::string> own_compaction_prompt(const AgentIdentity& who, std::string_view block,
                                          std::string_view prior_summary, Workspace& workspace);

// What happens between a client and its person, or inside the client, and is not ours to judge. The trail shows it with
// the task it happened under, so that a turn that waited or ended there is no riddle.

// A command of the client, such as "/review", that a person has carried out. Its text is the client's own.
Result<void> client_command(const AgentIdentity& who, std::string_view name, std::string_view arguments,
                            Workspace& workspace);

// An answer of the model had several calls, and all are through. Each of them has a record of its own.
Result<void> calls_of_one_answer(const AgentIdentity& who, const std::vector<std::string>& tools, Workspace& workspace);

// The client asks the person for leave by its own rules.
Result<void> permission_asked(const AgentIdentity& who, std::string_view permission, std::string_view target,
                              Workspace& workspace);

// A session met an error of the client's own: the provider refused, the network failed.
Result<void> session_error(const AgentIdentity& who, std::string_view name, std::string_view message,
                           Workspace& workspace);

// A call ran with other arguments than it was judged by. Counts as a way past the gate.
Result<void> arguments_changed(const AgentIdentity& who, std::string_view tool, std::string_view call_id,
                               Workspace& workspace);

// The client says that a file was changed, by whoever: what came from it may no longer hold. After a write the same is
// done with its record; this comes for a call whose end the client does not tell of, and for a formatter's hand.

// Leaves an event only when something was marked. `given` is absolute or relative to `directory`; a file outside of the
// project means nothing to it. Never waits longer than a record may.
Result<void> file_edited(std::string_view given, const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm
