#include <algorithm>
#include <array>

#include "adapters/clients/shared/clients.h"

namespace hm::gemini {
namespace {

using hook::EventKind;
using hook::KnownEvent;
using hook::KnownTool;

// Text given at a session's start is lost after a compression and drops the first prompt from a session that is taken
// up again, so nothing is injected there: BeforeModel puts the pack behind the prompt it came with, in every request.
constexpr std::array<KnownEvent, 8> events{{
    {"BeforeTool", EventKind::before_tool},
    {"AfterTool", EventKind::after_tool},
    {"BeforeModel", EventKind::before_model},
    {"SessionStart", EventKind::other},
    {"BeforeAgent", EventKind::user_prompt},
    {"AfterAgent", EventKind::before_stop},
    {"PreCompress", EventKind::other},  // comes before every request, compressed or not
    {"SessionEnd", EventKind::session_end},
}};

constexpr std::array<KnownTool, 31> tools{{
    {"read_file", ToolKind::read},
    {"read_many_files", ToolKind::read},
    {"list_directory", ToolKind::read},
    {"glob", ToolKind::read},
    {"grep_search", ToolKind::read},
    {"search_file_content", ToolKind::read},
    {"google_web_search", ToolKind::read},
    {"web_fetch", ToolKind::read},
    {"get_internal_docs", ToolKind::read},
    {"list_background_processes", ToolKind::read},
    {"read_background_output", ToolKind::read},
    {"list_mcp_resources", ToolKind::read},
    {"read_mcp_resource", ToolKind::read},
    {"activate_skill", ToolKind::read},
    {"ask_user", ToolKind::read},
    {"write_todos", ToolKind::read},
    {"tracker_create_task", ToolKind::read},
    {"tracker_update_task", ToolKind::read},
    {"tracker_get_task", ToolKind::read},
    {"tracker_list_tasks", ToolKind::read},
    {"tracker_add_dependency", ToolKind::read},
    {"tracker_visualize", ToolKind::read},
    {"enter_plan_mode", ToolKind::read},
    {"exit_plan_mode", ToolKind::read},
    {"update_topic", ToolKind::read},
    {"complete_task", ToolKind::read},
    {"write_file", ToolKind::write},
    {"replace", ToolKind::write},
    {"run_shell_command", ToolKind::shell},
    {"invoke_agent", ToolKind::delegate},
    {"delegate_to_agent", ToolKind::delegate},
}};

constexpr std::array<std::string_view, 1> own_tool_prefixes{"mcp_hivemind_"};

// The client writes < and > as &lt; and &gt;. What we have written so ourselves stays apart from that: no stored text
// can pass for an element.
std::string kept_apart(const std::string& context) {
    std::string text;
    for (const char c : context) text += c == '&' ? std::string("&amp;") : std::string(1, c);
    return text;
}

// One text, whatever parts it has.
std::string in_one(std::string text) {
    std::ranges::replace(text, part_end, '\n');
    return text;
}

// The request as it came, with what stands behind the person's messages; what they say themselves keeps its bytes.
json::object request_with(const json::object& whole, const HookReply& reply) {
    json::object request = object_member(whole, "llm_request");
    json::value* messages = request.if_contains("messages");
    if (messages == nullptr || !messages->is_array()) return {};
    json::array& all = messages->get_array();
    const std::vector<std::string> places = hook::message_places(all);
    for (const PlacedText& placed : reply.placed) {
        const auto at = std::ranges::find(places, placed.place) - places.begin();
        if (at == std::ssize(places)) continue;
        json::object& message = all[static_cast<std::size_t>(at)].get_object();
        message["content"] = std::string(text_member(message, "content")) + "\n\n" + in_one(placed.text);
    }
    // A request without a message of the person's.
    if (!reply.context.empty()) all.push_back(json::object{{"role", "user"}, {"content", reply.context}});
    return request;
}

std::string answer(const hook::ClientEvent& event, const HookReply& reply) {
    json::object answer;
    json::object specific;
    const bool may_refuse = event.kind == EventKind::before_tool || event.kind == EventKind::before_stop;
    if (may_refuse && !reply.refusal.empty()) {
        answer["decision"] = "deny";
        answer["reason"] = reply.refusal;
    } else if (auto arguments = arguments_with_ticket(event, reply)) {
        specific["tool_input"] = std::move(*arguments);
    }
    if (event.kind == EventKind::before_model && (!reply.placed.empty() || !reply.context.empty())) {
        if (json::object request = request_with(event.whole, reply); !request.empty()) {
            specific["llm_request"] = std::move(request);
        }
    }
    const bool takes_context = event.kind == EventKind::after_tool || event.kind == EventKind::user_prompt;
    if (takes_context && !reply.context.empty()) specific["additionalContext"] = kept_apart(reply.context);
    if (!specific.empty()) {
        specific["hookEventName"] = event.name;
        answer["hookSpecificOutput"] = std::move(specific);
    }
    if (!reply.notice.empty()) answer["systemMessage"] = reply.notice;
    return answer.empty() ? std::string() : to_text(answer) + "\n";
}

}  // namespace

const hook::Dialect& dialect() {
    static constexpr hook::Dialect gemini{
        "gemini", events, tools, own_tool_prefixes, hook::PromptComes::expanded, answer, "GEMINI_PROJECT_DIR"};
    return gemini;
}

}  // namespace hm::gemini
