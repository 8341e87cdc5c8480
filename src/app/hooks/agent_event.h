// What an agent's client tells us, in one set of words for all clients. Adapters translate to these; nothing
// behind them sees a client's spelling.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domain/checkpoint.h"
#include "engine/delivery/delivery.h"
#include "engine/gate/facts.h"

namespace hm {

struct AgentIdentity {
    std::string request_id;  // a request sent twice under one id leaves one record
    std::string client;
    std::string session;         // the client's id of the session
    std::string parent_session;  // empty for a main agent
    std::string agent;           // the client's name of the agent; may be empty
    std::string role = {};       // of a main agent that was never seen before; solo when empty
};

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
};

// What goes out in front of a pack in the same injection, under the name that its cost is booked by.
struct TextBefore {
    std::string name;
    std::string text;
};

struct BeforeModel {
    AgentIdentity who;
    std::string prompt;              // what the person said last
    std::vector<std::string> notes;  // to be shown once
    Occasion occasion = Occasion::prompt;
    std::size_t most_characters = 0;   // that the client takes; 0: as many as the setting allows
    std::optional<TextBefore> before;  // its length is taken off the pack's
};

struct SessionStart {
    AgentIdentity who;
    std::string reason;  // "startup", "resume", "compact" or the like; may be empty
};

struct UserPrompt {
    AgentIdentity who;
    std::string text;
    bool is_from_tool = false;  // a message that a tool or the client put in the person's place
};

// The tokens in the context after an answer, as the client counts them.
struct Usage {
    AgentIdentity who;
    std::int64_t tokens = 0;
    std::optional<std::int64_t> window;
};

struct ChatMessage {
    std::string from;  // "user" or "assistant"
    std::string text;
};

// The agent's turn ends: it answered, or the person cancelled it.
struct BeforeStop {
    AgentIdentity who;
    std::string last_answer;  // may be empty
    bool was_cancelled = false;
};

struct BeforeCompact {
    AgentIdentity who;
    std::string prior_summary;  // of the compaction before, when the client has one
};

}  // namespace hm
