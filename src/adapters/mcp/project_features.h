// What an MCP client is offered of a project: tools, prompts and resources.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/clients/shared/agent_tools.h"
#include "adapters/mcp/call.h"
#include "adapters/mcp/jsonrpc.h"
#include "adapters/mcp/project_access.h"
#include "adapters/mcp/session.h"
#include "app/command/command.h"
#include "app/event/agent_event.h"
#include "app/hooks/ticket.h"
#include "domain/role.h"

namespace hm::mcp {

// What a client can read: the pack, and records by their ids. Reading writes nothing.
//
// To offer another noun: add its line to the table in prompts.cc.

inline constexpr std::string_view pack_uri = "hivemind://pack";

class Resources {
public:
    explicit Resources(ProjectAccess& access) : access_(access) {}

    Outcome list();
    Outcome list_templates() const;
    // {uri, mimeType, text}. `session_id` is for whom the pack is.
    Outcome content(std::string_view uri, const std::optional<Id>& session_id);
    // Ids of that noun ("plan") that begin with the text or whose name holds it, latest first.
    Result<std::vector<std::string>> ids_like(std::string_view noun, std::string_view text);
    // "plan" of hivemind://plan/{id}; "" for anything else.
    static std::string_view noun_of_template(std::string_view uri_template);

private:
    ProjectAccess& access_;
};

// The prompts a person can choose in their client, and what may stand for their arguments. The words are in
// view/prompt_text.

class Prompts {
public:
    explicit Prompts(Resources& resources) : resources_(resources) {}

    Outcome list() const;
    Outcome get(const json::object& params, const std::optional<Id>& session_id);
    Outcome complete(const json::object& params);

private:
    Resources& resources_;
};

// The agent's tools over MCP: the table of adapters/agent_tools with hints and schemas, and calls that wait for a store
// that is held without keeping other clients waiting: they are tried again from the loop until their deadline, tell of
// their progress, and can be cancelled between two tries.

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

// ProjectFeatures: what `hivemind mcp` offers of a project. Where the client's hooks tell the rules, the server does
// not.

HM_ENUM(RulesToldBy, server, hooks)

class ProjectFeatures final : public Features {
public:
    ProjectFeatures(std::filesystem::path directory, Clock& clock, IdSource& ids,
                    RulesToldBy rules = RulesToldBy::server)
        : access_(std::move(directory), clock, ids),
          tools_(access_),
          resources_(access_),
          prompts_(resources_),
          rules_(rules) {}

    json::object server_info() override;
    json::object capabilities() override;
    std::string instructions() override;

    Outcome list_tools() override { return tools_.list(); }
    Outcome list_resources() override { return resources_.list(); }
    Outcome list_resource_templates() override { return resources_.list_templates(); }
    Outcome list_prompts() override { return prompts_.list(); }
    Outcome read_resource(const Call& call) override;
    Outcome get_prompt(const Call& call) override;
    Outcome complete(const Call& call) override { return prompts_.complete(call.params()); }
    void call_tool(std::shared_ptr<Call> call) override { tools_.call(call); }
    std::string print_of(std::string_view uri) override;
    bool has_met_newer_store() const override { return access_.has_met_newer_store(); }

private:
    ProjectAccess access_;
    Tools tools_;
    Resources resources_;
    Prompts prompts_;
    RulesToldBy rules_;
};

// Who makes a call. `tools/call` carries neither session nor agent. Where a hook is asked before it, the arguments hold
// a one-time ticket which says; else the connection is the session, with the role `mcp`. A ticket that nobody gave is
// not believed. Everything behind this point goes by the identity alone.

// The client's name of a session that is a connection.
inline constexpr std::string_view connection_client = "mcp";

// Takes the ticket out of the arguments, whatever it is worth. Without a workspace none can be looked at.
inline AgentIdentity caller_of(const Session& session, json::object& arguments, Workspace* workspace) {
    const std::string ticket(text_member(arguments, ticket_argument));
    arguments.stable_erase(ticket_argument);
    if (workspace != nullptr && !ticket.empty()) {
        if (auto who = take_ticket(ticket, *workspace)) return *who;
    }
    return {.request_id = {},
            .client = std::string(connection_client),
            .session = session.name(),
            .parent_session = {},
            .agent = std::string(text_member(session.client_info(), "name")),
            .role = std::string(mcp_role)};
}

}  // namespace hm::mcp
