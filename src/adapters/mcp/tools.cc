#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "adapters/clients/shared/tool_names.h"
#include "adapters/mcp/project_features.h"
#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/event/hook_frame.h"
#include "base/deadline.h"
#include "view/text.h"

namespace hm::mcp {
namespace {

constexpr Duration between_tries = milliseconds(60);
constexpr Duration rest_after = seconds(2);
constexpr std::size_t most_actors = 1024;

// Actions that take something out of use or replace it; all others add.
constexpr std::array<std::string_view, 14> destructive_actions{
    "remove", "archive", "abandon", "prune",  "purge",  "invalidate", "supersede",
    "update", "change",  "migrate", "recall", "unlink", "fail",       "close"};

std::string_view verb_of(std::string_view entry) {
    return entry.substr(entry.find(' ') + 1);
}

// What reaches every command may do anything that a command does.
bool is_destructive(std::string_view tool) {
    const auto entries = entries_behind(tool);
    return entries.empty() || std::any_of(entries.begin(), entries.end(), [](std::string_view entry) {
               const auto& known = destructive_actions;
               return find_command(entry) != nullptr &&
                      std::find(known.begin(), known.end(), verb_of(entry)) != known.end();
           });
}

bool only_reads(std::string_view tool) {
    const auto entries = entries_behind(tool);
    return !entries.empty() && std::all_of(entries.begin(), entries.end(),
                                           [](std::string_view entry) { return find_query(entry) != nullptr; });
}

// The role decides what is offered; a client without hooks runs nothing.
bool is_offered(std::string_view tool) {
    return tool != "govern_shell" || !role_or_least({}, mcp_role).shell_classes.empty();
}

json::object annotations_of(std::string_view tool) {
    const bool is_harmless = only_reads(tool);
    return {{"readOnlyHint", is_harmless},
            {"destructiveHint", !is_harmless && is_destructive(tool)},
            {"idempotentHint", is_harmless},
            {"openWorldHint", false}};
}

json::object tool_result(std::string_view text, json::object data, bool is_error) {
    json::object result{{"content", {{{"type", "text"}, {"text", text}}}}, {"structuredContent", std::move(data)}};
    if (is_error) result["isError"] = true;
    return result;
}

json::object refusal(const Error& error, std::string_view action) {
    const FourParts parts = four_parts(error);
    return tool_result(to_text(parts), {{"action", action}, {"error", to_json(parts)}}, true);
}

// The others are about what was asked.
bool is_fault_of_store(ErrorCode code) {
    return code >= ErrorCode::busy;
}

}  // namespace

struct Tools::Underway {
    std::shared_ptr<Call> call;
    std::string tool;
    json::object arguments;
    AgentIdentity who;
    std::string request_id;
    Duration patience;
    Deadline deadline;
    bool has_told_of_waiting = false;
};

Outcome Tools::list() const {
    json::array tools;
    const auto settings = access_.settings();
    // A connection does not say whose requests it will carry: it gets what its first, the main agent, is offered.
    const ToolShare share = share_of(role_or_least({}, mcp_role));
    for (json::value& described : describe_agent_tools(settings ? settings->tools : OfferedTools::usual, share)) {
        json::object& each = described.get_object();
        const std::string name(text_member(each, "name"));
        if (!is_offered(name)) continue;
        // What is answered is an object: {action, receipt}, {action, answer} or {action, error}.
        tools.push_back(json::object{{"name", name},
                                     {"description", each["description"]},
                                     {"inputSchema", std::move(each["parameters"])},
                                     {"outputSchema", {{"type", "object"}}},
                                     {"annotations", annotations_of(name)}});
    }
    return json::object{{"tools", std::move(tools)}};
}

std::optional<Id> Tools::session_id(const std::string& session_name) const {
    const auto found = actors_.find(session_name);
    return found == actors_.end() ? std::nullopt : found->second.session_id;
}

void Tools::call(const std::shared_ptr<Call>& call) {
    const std::string_view name = text_member(call->params(), "name");
    const json::value* given = call->params().if_contains("arguments");
    if (name.empty()) return call->finish(refuse(invalid_params, "name is missing."));
    if (given != nullptr && !given->is_object()) {
        return call->finish(refuse(invalid_params, "The arguments are not an object."));
    }
    std::string tool(name);
    json::object arguments = given != nullptr ? given->get_object() : json::object{};
    if (auto today = tool_today(name, arguments)) {
        tool = today->tool;
        arguments = std::move(today->arguments);
    }
    if (!is_agent_tool(tool) || !is_offered(tool)) {
        return call->finish(refuse(invalid_params, fmt::format("Unknown tool: {}", name.substr(0, 60))));
    }
    auto opened = access_.open();
    AgentIdentity who = caller_of(call->session(), arguments, opened ? &*opened : nullptr);
    const auto settings = access_.settings();
    if (!settings) {
        access_.met(settings.error());
        return call->finish(refusal(settings.error(), text_member(arguments, "action")));
    }
    attempt(std::make_shared<Underway>(Underway{call, std::move(tool), std::move(arguments), std::move(who),
                                                access_.ids().next(access_.clock().now()).text(),
                                                settings->command_deadline, Deadline::in(settings->command_deadline)}));
}

void Tools::attempt(const std::shared_ptr<Underway>& underway) {
    Call& call = *underway->call;
    if (call.is_over()) return;
    const Result<ToolAnswer> reply = carry_out_once(*underway);
    rest_later(call.loop());
    const std::string_view action = text_member(underway->arguments, "action");
    if (reply) {
        const bool has_changed_something = reply->data.contains("receipt");
        call.log(
            has_changed_something ? LogLevel::info : LogLevel::debug,
            {{"tool", underway->tool}, {"action", action}, {"said", reply->text.substr(0, reply->text.find('\n'))}});
        return call.finish(tool_result(reply->text, reply->data, false));
    }
    const bool may_try_again = reply.error().code == ErrorCode::busy && !underway->deadline.has_passed();
    if (!may_try_again) {
        access_.met(reply.error());
        if (reply.error().code != ErrorCode::invalid_input) actors_.erase(underway->who.session);
        call.log(is_fault_of_store(reply.error().code) ? LogLevel::error : LogLevel::notice,
                 {{"tool", underway->tool}, {"action", action}, {"refused", reply.error().what}});
        return call.finish(refusal(reply.error(), action));
    }
    const auto total = static_cast<double>(underway->patience.ms);
    call.report(total - static_cast<double>(underway->deadline.left().ms), total,
                "Another process holds the store; waiting for it.");
    if (!std::exchange(underway->has_told_of_waiting, true)) {
        call.log(LogLevel::warning, {{"tool", underway->tool}, {"waiting", "Another process holds the store."}});
    }
    call.loop().after(between_tries, [this, underway] { attempt(underway); });
}

Result<ToolAnswer> Tools::carry_out_once(Underway& underway) {
    HM_TRY_ASSIGN(Workspace workspace, access_.open());
    if (std::exchange(openings_, access_.openings()) != access_.openings()) actors_.clear();
    const bool only_reads = is_query(underway.tool, underway.arguments);
    Result<Actor> actor = actor_of(underway.who, workspace);
    // A new session cannot be saved while another process writes; who only reads needs none.
    const bool may_go_without = only_reads && !actor && actor.error().code == ErrorCode::busy;
    if (may_go_without) actor = Actor{.kind = ActorKind::agent, .role = underway.who.role};
    if (!actor) return fail(actor.error());
    auto answer =
        carry_out({underway.tool, underway.arguments, *actor, underway.request_id, ProjectAccess::patience}, workspace);
    if (answer) HM_TRY(access_.check_in_place());
    return answer;
}

Result<Actor> Tools::actor_of(const AgentIdentity& who, Workspace& workspace) {
    // Only a connection's own session is remembered: what a client's hooks tell of theirs may change.
    const bool is_connection = who.client == connection_client;
    const auto found = actors_.find(who.session);
    if (is_connection && found != actors_.end()) return found->second;
    HM_TRY_ASSIGN(const hm::Session session, session_of(who, &Settings::record_deadline, workspace));
    if (!is_connection) return agent_actor(session);
    if (actors_.size() >= most_actors) actors_.clear();
    return actors_[who.session] = agent_actor(session);
}

void Tools::rest_later(Loop& loop) {
    if (std::exchange(will_rest_, true)) return;
    loop.after(rest_after, [this] {
        will_rest_ = false;
        access_.rest();
    });
}

}  // namespace hm::mcp
