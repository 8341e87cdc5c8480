// Other agents, started so that nothing asks before they act. What they do is not judged here, so that such a start is
// handing over the choice.
#include <algorithm>
#include <array>

#include "engine/shell/judges.h"
#include "engine/shell/words.h"

namespace hm::shell {
namespace {

struct Agent {
    std::string_view program;
    std::string_view unasked;  // options that let it act unasked, separated by blanks
};

constexpr std::array<Agent, 18> agents{{
    {"claude", "bypassPermissions"},
    {"codex", "never --full-auto danger-full-access"},
    {"gemini", "-y yolo"},
    {"qwen", "-y yolo"},
    {"aider", "--yes --yes-always"},
    {"cursor-agent", "-f --force"},
    {"agent", "--force"},
    {"copilot", "--allow-all-tools --allow-all --allow-all-paths"},
    {"crush", "-y"},
    {"goose", "auto"},
    {"interpreter", "-y --auto_run"},
    {"q", "--trust-all-tools -a"},
    {"kiro-cli", "--trust-all-tools -a"},
    {"cline", "-y --yes"},
    {"openhands", "--always-approve"},
    {"droid", "--auto high"},
    {"opencode", "--auto"},
    {"plandex", "--full-auto"},
}};

// However the program is called: no other tool names its options so.
bool says_unasked(std::string_view word) {
    if (!word.starts_with("--")) return false;
    constexpr std::array<std::string_view, 7> parts{
        "dangerously",     "yolo",           "skip-permissions", "bypass-approvals", "bypass-permissions",
        "trust-all-tools", "allow-all-tools"};
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return word.find(part) != std::string_view::npos; });
}

// claude config set hooks '{}', codex mcp remove x: what governs an agent is a person's to change.
bool changes_its_rules(const Call& call) {
    const auto operands = call.operands();
    const std::string_view noun = operands.empty() ? std::string_view() : std::string_view(operands[0].text);
    const std::string_view verb = operands.size() > 1 ? std::string_view(operands[1].text) : std::string_view();
    return is_listed(noun, "config settings mcp plugin plugins extensions hooks") &&
           is_listed(verb, "set unset remove rm uninstall disable delete");
}

}  // namespace

bool judge_other_agent(const Call& call, Judge& judge) {
    const auto words = call.arguments();
    const auto row =
        std::find_if(agents.begin(), agents.end(), [&](const Agent& agent) { return agent.program == call.program(); });
    const bool is_unasked = std::any_of(words.begin(), words.end(), [&](const Word& word) {
        if (says_unasked(word.text)) return true;
        const std::size_t equals = word.text.starts_with("--") ? word.text.find('=') : std::string::npos;
        const std::string_view value =
            equals == std::string::npos ? word.text : std::string_view(word.text).substr(equals + 1);
        return row != agents.end() && (is_listed(value, row->unasked) || is_listed(word.text, row->unasked));
    });
    if (!is_unasked && row != agents.end() && changes_its_rules(call)) {
        judge.note(ShellClass::destructive, call, "changes what governs an agent");
        return true;
    }
    if (!is_unasked) return false;
    judge.note(ShellClass::destructive, call, "lets a program act that nothing asks or holds back");
    return true;
}

}  // namespace hm::shell
