#include <array>

#include "adapters/clients/shared/client_event.h"
#include "adapters/clients/shared/clients.h"

namespace hm::claude_code {
namespace {

using hook::EventKind;
using hook::KnownEvent;
using hook::KnownTool;

constexpr std::array<KnownEvent, 14> events{{
    {"PreToolUse", EventKind::before_tool},
    {"PostToolUse", EventKind::after_tool},
    {"PostToolUseFailure", EventKind::failed_tool},
    {"PostToolBatch", EventKind::batch},
    {"SessionStart", EventKind::session_start},
    {"UserPromptSubmit", EventKind::user_prompt},
    {"UserPromptExpansion", EventKind::command},
    {"PreCompact", EventKind::before_compact},
    {"PostCompact", EventKind::other},  // the session start that follows it counts the compaction
    {"Stop", EventKind::before_stop},
    {"SubagentStart", EventKind::subagent_start},
    {"SubagentStop", EventKind::subagent_stop},
    {"SessionEnd", EventKind::session_end},
    {"Notification", EventKind::other},
}};

constexpr std::array<KnownTool, 42> tools{{
    {"Read", ToolKind::read},
    {"Glob", ToolKind::read},
    {"Grep", ToolKind::read},
    {"LS", ToolKind::read},
    {"LSP", ToolKind::read},
    {"NotebookRead", ToolKind::read},
    {"WebFetch", ToolKind::read},
    {"WebSearch", ToolKind::read},
    {"ToolSearch", ToolKind::read},
    {"ListMcpResourcesTool", ToolKind::read},
    {"ReadMcpResourceTool", ToolKind::read},
    {"ReadMcpResourceDirTool", ToolKind::read},
    {"SendMessage", ToolKind::read},
    {"ScheduleWakeup", ToolKind::read},
    {"CronList", ToolKind::read},
    {"TodoRead", ToolKind::read},
    {"TodoWrite", ToolKind::read},
    {"TaskCreate", ToolKind::read},
    {"TaskGet", ToolKind::read},
    {"TaskList", ToolKind::read},
    {"TaskUpdate", ToolKind::read},
    {"TaskOutput", ToolKind::read},
    {"TaskStop", ToolKind::read},
    {"BashOutput", ToolKind::read},
    {"KillShell", ToolKind::read},
    {"Skill", ToolKind::read},
    {"SlashCommand", ToolKind::read},
    {"AskUserQuestion", ToolKind::read},
    {"EnterPlanMode", ToolKind::read},
    {"ExitPlanMode", ToolKind::read},
    {"StructuredOutput", ToolKind::read},
    {"ListAgents", ToolKind::read},
    {"ReportFindings", ToolKind::read},
    {"Sleep", ToolKind::read},
    {"Write", ToolKind::write},
    {"Edit", ToolKind::write},
    {"MultiEdit", ToolKind::write},
    {"NotebookEdit", ToolKind::write},
    {"Bash", ToolKind::shell},
    {"Monitor", ToolKind::shell},
    {"Task", ToolKind::delegate},
    {"Agent", ToolKind::delegate},
}};

// As a server of its own, and as part of the plugin.
constexpr std::array<std::string_view, 2> own_tool_prefixes{"mcp__hivemind__", "mcp__plugin_hivemind_hivemind__"};

std::string answer(const hook::ClientEvent& event, const HookReply& reply) {
    // Plain text steers the summary; JSON is not looked at here.
    if (event.kind == EventKind::before_compact) return reply.context;
    return specific_output(event, reply);
}

}  // namespace

const hook::Dialect& dialect() {
    static constexpr hook::Dialect claude_code{
        "claude-code",       events, tools, own_tool_prefixes, hook::PromptComes::beside_its_command, answer,
        "CLAUDE_PROJECT_DIR"};
    return claude_code;
}

}  // namespace hm::claude_code
