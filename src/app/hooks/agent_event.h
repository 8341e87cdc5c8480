// What an agent's client tells us, in one set of words for all clients. Adapters translate to these; nothing
// behind them sees a client's spelling.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domain/checkpoint.h"
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
    std::string command;             // of a shell
    std::string call_id;             // the client's id of the call; may be empty
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

struct BeforeModel {
    AgentIdentity who;
    std::string prompt;               // what the person said last
    std::vector<std::string> notes;   // to be shown once
    std::size_t most_characters = 0;  // that the client takes; 0: as many as the setting allows
};

}  // namespace hm
