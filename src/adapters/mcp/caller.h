// Who makes a call. `tools/call` carries neither session nor agent. Where a hook is asked before it, the arguments hold
// a one-time ticket which says; else the connection is the session, with the role `mcp`. A ticket that nobody gave is
// not believed. Everything behind this point goes by the identity alone.
#pragma once

#include "adapters/mcp/session.h"
#include "app/hooks/ticket.h"
#include "domain/role.h"

namespace hm::mcp {

// Takes the ticket out of the arguments, whatever it is worth. Without a workspace none can be looked at.
inline AgentIdentity caller_of(const Session& session, json::object& arguments, Workspace* workspace) {
    const std::string ticket(text_member(arguments, ticket_argument));
    arguments.stable_erase(ticket_argument);
    if (workspace != nullptr && !ticket.empty()) {
        if (auto who = take_ticket(ticket, *workspace)) return *who;
    }
    return {.request_id = {},
            .client = "mcp",
            .session = session.name(),
            .parent_session = {},
            .agent = std::string(text_member(session.client_info(), "name")),
            .role = std::string(mcp_role)};
}

}  // namespace hm::mcp
