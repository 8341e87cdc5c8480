#include "adapters/hook/specific_output.h"

namespace hm::hook {
namespace {

// A stop is refused at the top of the answer, a call within it.
bool is_stop(EventKind kind) {
    return kind == EventKind::before_stop || kind == EventKind::subagent_stop;
}

bool takes_context(EventKind kind) {
    switch (kind) {
        case EventKind::before_tool:
        case EventKind::after_tool:
        case EventKind::failed_tool:
        case EventKind::batch:
        case EventKind::session_start:
        case EventKind::user_prompt:
        case EventKind::subagent_start: return true;
        default: return false;
    }
}

}  // namespace

std::string specific_output(const ClientEvent& event, const HookReply& reply) {
    json::object answer;
    json::object specific{{"hookEventName", event.name}};
    if (!reply.refusal.empty() && event.kind == EventKind::before_tool) {
        specific["permissionDecision"] = "deny";
        specific["permissionDecisionReason"] = reply.refusal;
    } else if (!reply.refusal.empty() && is_stop(event.kind)) {
        answer["decision"] = "block";
        answer["reason"] = reply.refusal;
    }
    if (reply.arguments && event.kind == EventKind::before_tool && reply.refusal.empty()) {
        // Both clients take new arguments only together with a decision.
        specific["permissionDecision"] = "allow";
        specific["updatedInput"] = *reply.arguments;
    }
    if (!reply.context.empty() && takes_context(event.kind)) specific["additionalContext"] = reply.context;
    if (specific.size() > 1) answer["hookSpecificOutput"] = std::move(specific);
    if (!reply.notice.empty() && event.kind != EventKind::session_end) answer["systemMessage"] = reply.notice;
    return answer.empty() ? std::string() : to_text(answer) + "\n";
}

}  // namespace hm::hook
