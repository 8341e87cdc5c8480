// Who makes a call. `tools/call` carries neither session nor agent, so the connection is the session, with the role
// `mcp`.
//
// To let a hook say who calls: take its one-time ticket out of `arguments` here and answer the session and agent it was
// given for; a ticket that nobody gave must not be believed. Everything behind this point goes by the identity alone.
#pragma once

#include "adapters/mcp/session.h"
#include "app/hooks/agent_event.h"
#include "domain/role.h"

namespace hm::mcp {

inline AgentIdentity caller_of(const Session& session, [[maybe_unused]] json::object& arguments) {
    return {.request_id = {},
            .client = "mcp",
            .session = session.name(),
            .parent_session = {},
            .agent = std::string(text_member(session.client_info(), "name")),
            .role = std::string(mcp_role)};
}

}  // namespace hm::mcp
