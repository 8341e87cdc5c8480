// What an agent's client tells us, in one set of words for all clients. Adapters translate to these; nothing
// behind them sees a client's spelling. What is done about each is decided in app/hooks/handle.cc.
//
// To add an event: 1. its struct here and its name in AgentEvent; 2. its `on` in app/hooks/handle.cc; 3. in each client
// that tells of it, the client's word for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/checkpoint.h"
#include "engine/gate/facts.h"
#include "engine/pack/delivery.h"
#include "engine/session/context.h"

namespace hm {

struct AgentIdentity {
    std::string request_id;  // a request sent twice under one id leaves one record
    std::string client;
    std::string session;         // the client's id of the session
    std::string parent_session;  // empty for a main agent
    std::string agent;           // the client's name of the agent; may be empty
    std::string role = {};       // of a main agent that was never seen before; solo when empty
    std::string asked = {};      // the print of the request, where its id could be used again for another
    std::string process = {};    // of the client, as base/process.h spells it; empty where it is not known
};

// One event of a client that leaves more than one record: each under a key of its own, so that told twice it leaves
// each of them once.
inline AgentIdentity part_of(AgentIdentity who, std::string_view part) {
    if (!who.request_id.empty()) who.request_id.append(":").append(part);
    return who;
}

struct ToolUse {
    std::string tool;
    ToolKind kind = ToolKind::other;
    std::vector<std::string> paths;  // as the agent gave them
    std::string command = {};        // of a shell
    std::string call_id = {};        // the client's id of the call; may be empty
    std::string action = {};         // of one of our own tools
    std::string task_id = {};        // the task that one of our own tools names
    std::string agent = {};          // the agent that the call would start
    std::string words = {};          // what the agent says about the call: a description, a prompt; no file's content
    std::string print = {};          // equal for equal calls with equal arguments; may be empty
    std::int64_t made_before = 0;    // how often in a row, where the adapter lives long enough to count
    // Where the call may run, as the agent gave it; relative to the client's directory. Empty: only there. More than
    // one where the tool is not known to heed the argument.
    std::vector<std::string> directories = {};
    std::string bad_directory = {};  // the name of a directory argument that holds no text
};

struct BeforeTool {
    AgentIdentity who;
    ToolUse use;
};

// Whether the client said that the call failed. `unknown`: it said nothing.
HM_ENUM(ToolEnd, unknown, failed)

struct AfterTool {
    AgentIdentity who;
    ToolUse use;
    std::optional<std::int64_t> exit_code;
    ToolEnd end = ToolEnd::unknown;
    ExitSource exit_source = ExitSource::client;  // of the exit code
    bool was_interrupted = false;                 // the person ended it, and the turn with it
    std::string output = {};                      // of a shell: what it printed, at most its end; may be empty
};

// So much of what a command printed is looked at: summaries of tests stand at the end.
inline constexpr std::size_t most_output_kept = 8000;

// A call ran with other arguments than it was judged by.
struct ArgumentsChanged {
    AgentIdentity who;
    std::string tool;
    std::string call_id;
};

// All calls of one answer of the model are through, refused ones among them. Each was told of by itself.
struct CallsDone {
    AgentIdentity who;
    std::vector<std::string> tools;
};

// What goes out in front of a pack in the same injection, under the name that its cost is booked by.
struct TextBefore {
    std::string name;
    std::string text;
};

// A tool output that the client's conversation holds.
struct HeldOutput {
    std::string call_id;
    std::int64_t characters = 0;
};

// What a request holds that text can be put behind, where its client can do that: messages and results of calls, by
// names that stay the same from request to request.
struct HeldPlaces {
    std::vector<std::string> all;  // in no order
    std::string prompt;            // the newest message
    std::string newest;            // that message, or a result behind it; empty when what is newest takes no text
};

// For the hook itself: what stands in the conversation already, and where the text will.
struct Placing {
    std::string place;  // empty: behind a result, where the client keeps it
    std::optional<SeenSections> seen;
    std::vector<std::string> injections;  // that stand there
};

// A request goes to the model.
struct BeforeModel {
    AgentIdentity who;
    std::string prompt;              // what the person said last
    std::vector<std::string> notes;  // to be shown once
    Occasion occasion = Occasion::prompt;
    TurnMoment moment = TurnMoment::prompt;
    std::size_t most_characters = 0;   // that the client takes; 0: as many as the setting allows
    std::optional<TextBefore> before;  // its length is taken off the pack's
    // In the order of the conversation, where the client can leave some out of the request.
    std::optional<std::vector<HeldOutput>> outputs = std::nullopt;
    std::optional<HeldPlaces> places = std::nullopt;
    std::optional<Placing> placing = std::nullopt;
};

// The system prompt of a request is made, where the client has a place for what seldom changes.
struct SystemPrompt {
    AgentIdentity who;
};

// A session begins or goes on in its client.
struct SessionStart {
    AgentIdentity who;
    std::string reason;  // "startup", "resume", "compact" or the like; may be empty
    Occasion occasion = Occasion::startup;
    std::int64_t tokens = 0;  // in its context, where the client says so
    std::optional<std::int64_t> window = std::nullopt;
};

// Something shows that the session is there, and nothing else.
struct SessionSeen {
    AgentIdentity who;
};

// The client let go of the session and may take it up again. `reason` is the client's word; may be empty.
struct SessionLeft {
    AgentIdentity who;
    std::string reason;
};

// The session is gone from the client for good.
struct SessionDeleted {
    AgentIdentity who;
};

// The client opened `fresh`, by its own id, for what `who` was at.
struct SessionSplit {
    AgentIdentity who;
    std::string fresh;
};

// `who` names the child and its parent. `task` is what it shall do, in the client's words; may be empty.
struct SubagentStart {
    AgentIdentity who;
    std::string task;
};

// A command of the client that a person chose by its name: "/ship the boat".
struct SlashCommand {
    std::string name;       // without the slash
    std::string arguments;  // may be empty
};

struct UserPrompt {
    AgentIdentity who;
    std::string text;
    bool is_from_tool = false;  // a message that a tool or the client put in the person's place
    // That the prompt came of, where the client does not tell of it by itself.
    std::optional<SlashCommand> command = std::nullopt;
};

struct ClientCommand {
    AgentIdentity who;
    SlashCommand command;
};

// The tokens in the context after an answer, as the client counts them.
struct Usage {
    AgentIdentity who;
    std::int64_t tokens = 0;
    std::optional<std::int64_t> window;
};

// The agent wants to end its turn, and may be refused.
struct BeforeStop {
    AgentIdentity who;
    std::string last_answer;   // may be empty
    bool is_repeated = false;  // it goes on because of an earlier refusal
};

// The same of a subagent.
struct SubagentStop {
    AgentIdentity who;
    std::string last_answer;   // may be empty
    bool is_repeated = false;  // it goes on because of an earlier refusal
};

// A turn has ended; nothing can be refused. The session may be a subagent's, whether or not `who` says so.
struct SessionRests {
    AgentIdentity who;
    std::string last_answer;             // may be empty
    std::vector<SplitMessage> messages;  // the last ones, oldest first
};

// The turn was broken off.
struct TurnCancelled {
    AgentIdentity who;
};

struct BeforeCompact {
    AgentIdentity who;
    std::string prior_summary;  // of the compaction before, when the client has one
};

struct AfterCompact {
    AgentIdentity who;
};

// The client would have the session go on by itself after a compaction.
struct BeforeResume {
    AgentIdentity who;
};

// The client asks the person for permission by its own rules.
struct PermissionAsked {
    AgentIdentity who;
    std::string permission;
    std::string target;
};

// An error of the client's own: the provider refused, the network failed.
struct ClientError {
    AgentIdentity who;
    std::string name;
    std::string message;
};

// A file was changed, by whoever; the path is absolute or relative to the client's directory.
struct FileEdited {
    std::string path;
};

using AgentEvent = std::variant<BeforeTool, AfterTool, ArgumentsChanged, CallsDone, BeforeModel, SystemPrompt,
                                SessionStart, SessionSeen, SessionLeft, SessionDeleted, SessionSplit, SubagentStart,
                                SubagentStop, UserPrompt, ClientCommand, Usage, BeforeStop, SessionRests, TurnCancelled,
                                BeforeCompact, AfterCompact, BeforeResume, PermissionAsked, ClientError, FileEdited>;

}  // namespace hm
