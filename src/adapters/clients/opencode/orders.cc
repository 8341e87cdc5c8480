#include "adapters/clients/opencode/orders.h"

#include <fmt/format.h>

#include "app/hooks/resume_turn.h"
#include "base/strings.h"

namespace hm::opencode {
namespace {

void add_order(json::object& reply, json::object order) {
    json::value& orders = reply["orders"];
    if (!orders.is_array()) orders.emplace_array();
    orders.get_array().push_back(std::move(order));
}

void abort(json::object& reply, std::string_view session) {
    add_order(reply, {{"order", "abort"}, {"session", session}});
    reply["toast"] = {{"message", "A delegation was taken back: its subagent is stopped."}, {"variant", "info"}};
}

// In the log and, when the reply has no other, on the screen.
void add_warning(json::object& reply, std::string_view message) {
    add_log(reply, "warn", message);
    if (!reply.contains("toast")) reply["toast"] = {{"message", message}, {"variant", "warning"}};
}

void open_fresh(json::object& reply, const SplitDue& due, std::string_view session) {
    add_order(reply, {{"order", "open"},
                      {"session", session},
                      {"title", "Goes on from a full context"},
                      {"text", due.package.text}});
    if (reply.contains("toast")) return;
    reply["toast"] = {
        {"message", fmt::format("The context is {} % full: the work goes on in a fresh session.", due.percent)},
        {"variant", "info"}};
}

}  // namespace

void add_orders(json::object& reply, const HookReply& told, std::string_view session) {
    if (told.warnings.broken_chain) add_warning(reply, *told.warnings.broken_chain);
    if (told.warnings.stale) add_log(reply, "warn", *told.warnings.stale);
    if (told.split) open_fresh(reply, *told.split, session);
    if (told.stops_session) abort(reply, session);
}

Result<void> add_recall(json::object& reply, const json::object& answer, Workspace& workspace) {
    const std::string_view taken_from = text_member(object_member(answer, "receipt"), "taken_from_session");
    if (taken_from.empty()) return {};
    HM_TRY_ASSIGN(const std::string session, subagent_named(taken_from, workspace));
    if (!session.empty()) abort(reply, session);
    return {};
}

Result<void> add_research(json::object& reply, std::string_view session, const json::object& answer,
                          Workspace& workspace) {
    if (text_member(answer, "action") != "spawn") return {};
    HM_TRY_ASSIGN(const auto due, research_due(text_member(object_member(answer, "receipt"), "id"), workspace));
    if (!due) return {};
    add_order(reply, {{"order", "research"},
                      {"session", session},
                      {"swarm", due->swarm_id},
                      {"title", due->title},
                      {"text", due->text}});
    return {};
}

void add_log(json::object& reply, std::string_view level, std::string_view message) {
    constexpr std::size_t longest_message = 1000;
    add_order(reply, {{"order", "log"}, {"level", level}, {"message", shorten(message, longest_message)}});
}

}  // namespace hm::opencode
