#include <array>

#include "adapters/clients/shared/client_event.h"
#include "adapters/clients/shared/clients.h"

namespace hm::codex {
namespace {

using hook::EventKind;
using hook::KnownEvent;
using hook::KnownTool;

constexpr std::array<KnownEvent, 12> events{{
    {"PreToolUse", EventKind::before_tool},
    {"PostToolUse", EventKind::after_tool},
    {"SessionStart", EventKind::session_start},
    {"UserPromptSubmit", EventKind::user_prompt},
    {"PreCompact", EventKind::before_compact},
    {"PostCompact", EventKind::other},  // the session start that follows it counts the compaction
    {"PostModelRequest", EventKind::usage},
    {"Stop", EventKind::before_stop},
    {"Interrupt", EventKind::interrupted},
    {"SubagentStart", EventKind::subagent_start},
    {"SubagentStop", EventKind::subagent_stop},
    {"SessionEnd", EventKind::session_end},
}};

constexpr std::array<KnownTool, 27> tools{{
    {"Bash", ToolKind::shell},
    {"shell", ToolKind::shell},
    {"local_shell", ToolKind::shell},
    {"exec_command", ToolKind::shell},
    {"apply_patch", ToolKind::write},
    {"Edit", ToolKind::write},
    {"Write", ToolKind::write},
    {"view_image", ToolKind::read},
    {"update_plan", ToolKind::read},
    {"web_search", ToolKind::read},
    {"tool_search", ToolKind::read},
    {"request_user_input", ToolKind::read},
    {"list_mcp_resources", ToolKind::read},
    {"list_mcp_resource_templates", ToolKind::read},
    {"read_mcp_resource", ToolKind::read},
    {"get_goal", ToolKind::read},
    {"create_goal", ToolKind::read},
    {"update_goal", ToolKind::read},
    // The space of a tool's name and the name itself come joined.
    {"collaborationspawn_agent", ToolKind::delegate},
    {"spawn_agent", ToolKind::delegate},
    {"collaborationfollowup_task", ToolKind::delegate},
    {"collaborationwait_agent", ToolKind::read},
    {"collaborationlist_agents", ToolKind::read},
    {"collaborationsend_message", ToolKind::read},
    {"collaborationinterrupt_agent", ToolKind::read},
    {"clockcurr_time", ToolKind::read},
    {"clocksleep", ToolKind::read},
}};

constexpr std::array<std::string_view, 1> own_tool_prefixes{"mcp__hivemind__"};

std::string answer(const hook::ClientEvent& event, const HookReply& reply) {
    // Its schema has no place for anything else here.
    if (event.kind == EventKind::usage) return {};
    return specific_output(event, reply);
}

}  // namespace

const hook::Dialect& dialect() {
    static constexpr hook::Dialect codex{"codex", events, tools, own_tool_prefixes, hook::PromptComes::as_typed,
                                         answer};
    return codex;
}

}  // namespace hm::codex
