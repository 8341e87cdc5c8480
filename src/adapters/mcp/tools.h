// The agent's tools over MCP: the table of adapters/agent_tools with hints and schemas, and calls that wait for a store
// that is held without keeping other clients waiting: they are tried again from the loop until their deadline, tell of
// their progress, and can be cancelled between two tries.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "adapters/agent_tools.h"
#include "adapters/mcp/call.h"
#include "adapters/mcp/project_access.h"
#include "app/actor.h"
#include "app/hooks/agent_event.h"

namespace hm::mcp {

class Tools {
public:
    explicit Tools(ProjectAccess& access) : access_(access) {}

    Outcome list() const;
    void call(const std::shared_ptr<Call>& call);
    // The store's session of a connection, once it made a call.
    std::optional<Id> session_id(const std::string& session_name) const;

private:
    struct Underway;
    void attempt(const std::shared_ptr<Underway>& underway);
    Result<ToolAnswer> carry_out_once(Underway& underway);
    Result<Actor> actor_of(const AgentIdentity& who, Workspace& workspace);
    void rest_later(Loop& loop);

    ProjectAccess& access_;
    std::map<std::string, Actor> actors_;  // by session name
    std::size_t openings_ = 0;             // of the store that they are in
    bool will_rest_ = false;
};

}  // namespace hm::mcp
