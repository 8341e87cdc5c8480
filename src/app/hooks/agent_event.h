// What an agent's client tells us, in one set of words for all clients. Adapters translate to these; nothing
// behind them sees a client's spelling.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/delivery/delivery.h"
#include "engine/gate/facts.h"

namespace hm {

struct AgentIdentity {
    std::string request_id;  // a request sent twice under one id leaves one record
    std::string client;
    std::string session;         // the client's id of the session
    std::string parent_session;  // empty for a main agent
    std::string agent;           // the client's name of the agent; may be empty
};

struct ToolUse {
    std::string tool;
    ToolKind kind = ToolKind::other;
    std::vector<std::string> paths;  // as the agent gave them
    std::string command;             // of a shell
};

struct BeforeTool {
    AgentIdentity who;
    ToolUse use;
};

struct AfterTool {
    AgentIdentity who;
    ToolUse use;
    std::optional<std::int64_t> exit_code;
};

// A pack goes before a request, or into the text that a summary is made from.
HM_ENUM(PackUse, request, summary)

struct BeforeModel {
    AgentIdentity who;
    std::string prompt;              // what the person said last
    std::vector<std::string> notes;  // to be shown once
    Occasion occasion = Occasion::prompt;
    PackUse use = PackUse::request;
};

}  // namespace hm
