// The calls that real clients make are readable. What is not is tried on the built program (stress tests).
#include "adapters/clients/shared/tool_arguments.h"

#include <gtest/gtest.h>

#include "adapters/clients/opencode/dialect.h"
#include "adapters/clients/shared/client_event.h"

namespace hm {
namespace {

bool is_readable(const char* client, std::string_view tool, const json::value& arguments) {
    if (std::string_view(client) == "opencode") {
        const json::object input{{"tool", tool}, {"args", arguments}};
        return check_readable(input.if_contains("tool"), input.if_contains("args"), opencode::tool_use(input))
            .has_value();
    }
    const hook::Dialect& dialect = *hook::find_dialect(client);
    const hook::ClientEvent event = read_event(
        dialect, {{"hook_event_name", dialect.events.front().name}, {"tool_name", tool}, {"tool_input", arguments}});
    return check_readable(event.whole.if_contains("tool_name"), event.whole.if_contains("tool_input"), event.use)
        .has_value();
}

struct Real {
    const char* client;
    const char* tool;
    json::object arguments;
};

TEST(ReadableCall, AreThoseThatRealClientsMake) {
    const std::string patch = "*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch\n";
    const std::vector<Real> calls{
        {"claude-code", "Bash", {{"command", "ls"}, {"run_in_background", true}, {"timeout", 5000}}},
        {"claude-code", "BashOutput", {{"bash_id", "1"}}},
        {"claude-code", "KillShell", {{"shell_id", "1"}}},
        {"claude-code", "TaskOutput", {{"task_id", "1"}}},
        {"claude-code", "Write", {{"file_path", "/p/a.ts"}, {"content", ""}}},
        {"claude-code", "Edit", {{"file_path", "/p/a.ts"}, {"old_string", "a"}, {"new_string", "b"}}},
        {"claude-code",
         "MultiEdit",
         {{"file_path", "/p/a.ts"}, {"edits", json::array{json::object{{"old_string", "a"}}}}}},
        {"claude-code", "NotebookEdit", {{"notebook_path", "/p/a.ipynb"}, {"new_source", "1"}}},
        {"claude-code", "TodoWrite", {{"todos", json::array{}}}},
        {"claude-code", "WebSearch", {{"query", "x"}}},
        {"claude-code", "Read", {{"file_path", "/p/a.ts"}}},
        {"claude-code", "Glob", {{"pattern", "*"}}},
        {"claude-code", "ExitPlanMode", {}},
        {"claude-code", "ListAgents", {}},
        {"claude-code", "Agent", {{"prompt", "x"}, {"subagent_type", "Explore"}}},
        {"claude-code", "mcp__hivemind__govern_task", {{"action", "status"}}},
        {"claude-code", "mcp__store__put", {{"key", "a"}, {"value", 5}}},
        {"claude-code", "mcp__pages__create_page", {{"title", "a"}}},
        {"codex", "Bash", {{"command", "ls"}}},
        {"codex", "shell", {{"command", json::array{"bash", "-lc", "ls"}}, {"workdir", "/p"}}},
        {"codex", "exec_command", {{"cmd", "ls"}, {"yield_time_ms", 1000}}},
        {"codex", "apply_patch", {{"command", patch}}},
        {"codex", "apply_patch", {{"input", patch}}},
        {"codex", "update_plan", {{"plan", json::array{}}}},
        {"codex", "write_stdin", {{"session_id", 1}, {"chars", "x"}}},
        {"codex", "get_goal", {}},
        {"codex", "view_image", {{"path", "a.png"}}},
        {"codex", "clockcurr_time", {}},
        {"codex", "collaborationspawn_agent", {{"message", "x"}}},
        {"gemini", "run_shell_command", {{"command", "ls"}, {"description", "x"}, {"is_background", false}}},
        {"gemini", "write_file", {{"file_path", "a.ts"}, {"content", "x"}}},
        {"gemini", "replace", {{"file_path", "a.ts"}, {"old_string", "a"}, {"new_string", "b"}}},
        {"gemini", "write_todos", {{"todos", json::array{}}}},
        {"gemini", "list_background_processes", {}},
        {"gemini", "complete_task", {{"result", "x"}}},
        {"opencode", "bash", {{"command", "ls"}, {"description", "x"}, {"workdir", nullptr}}},
        {"opencode", "write", {{"filePath", "a.ts"}, {"content", "x"}}},
        {"opencode", "edit", {{"filePath", "a.ts"}, {"oldString", "a"}, {"newString", "b"}}},
        {"opencode", "apply_patch", {{"patchText", patch}}},
        {"opencode", "todowrite", {{"todos", json::array{}}}},
        {"opencode", "todoread", {}},
        {"opencode", "invalid", {{"tool", "bash"}, {"error", "x"}}},
        {"opencode", "task", {{"prompt", "x"}, {"subagent_type", "general"}}},
        {"opencode", "govern_shell", {{"action", "run"}, {"command", "ls"}}},
        {"opencode", "loc_write_note", {{"text", "x"}}},
    };
    for (const Real& call : calls)
        EXPECT_TRUE(is_readable(call.client, call.tool, call.arguments)) << call.client << call.tool;
}

TEST(ReadableCall, IsNoneWithoutWhatItIsJudgedBy) {
    EXPECT_FALSE(is_readable("claude-code", "Bash", json::object{{"description", "x"}}));
    EXPECT_FALSE(is_readable("codex", "shell", json::object{{"command", json::array{"ls", 5}}}));
    EXPECT_FALSE(is_readable("gemini", "replace", json::object{{"old_string", "x"}}));
    EXPECT_FALSE(is_readable("opencode", "write", json::object{{"filePath", 5}}));
    EXPECT_FALSE(is_readable("opencode", "unheard_of", nullptr));
    EXPECT_FALSE(is_readable("opencode", "todoread", "text"));
    EXPECT_TRUE(is_readable("opencode", "todoread", nullptr)) << "there is nothing to judge it by";
}

TEST(PeekMember, FindsWhatStandsBeforeTheBreak) {
    EXPECT_EQ(peek_member(R"({"id" : "one", "hook":"x", "input":{"id":"two)", "id"), "one");
    EXPECT_EQ(peek_member(R"({"id":5})", "id"), "");
    EXPECT_EQ(peek_member(R"({"id":"on)", "id"), "");
    EXPECT_EQ(peek_member("", "id"), "");
}

}  // namespace
}  // namespace hm
