#include "engine/gate/protected_paths.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

// In whatever folder they lie: a client looks for its settings in the folder it is started in.
constexpr std::array<std::string_view, 31> protected_names{".hivemind/",
                                                           ".git/",
                                                           "opencode.json",
                                                           "opencode.jsonc",
                                                           ".opencode/hivemind.js",
                                                           ".opencode/opencode.json",
                                                           ".opencode/opencode.jsonc",
                                                           ".opencode/plugin/",
                                                           ".opencode/plugins/",
                                                           ".opencode/agent/",
                                                           ".opencode/agents/",
                                                           ".opencode/mode/",
                                                           ".opencode/modes/",
                                                           ".claude/settings.json",
                                                           ".claude/settings.local.json",
                                                           ".claude/hooks/",
                                                           ".claude/agents/",
                                                           ".claude/plugins/",
                                                           ".codex/config.toml",
                                                           ".codex/hooks.json",
                                                           ".codex/hooks/",
                                                           ".codex/agents/",
                                                           ".codex/rules/",
                                                           ".gemini/settings.json",
                                                           ".gemini/hooks/",
                                                           ".gemini/agents/",
                                                           ".gemini/extensions/",
                                                           ".mcp.json",
                                                           ".claude.json",
                                                           ".cursor/hooks.json",
                                                           ".cursor/mcp.json"};

// Removing one of these takes its protected files with it.
constexpr std::array<std::string_view, 5> client_folders{".opencode", ".claude", ".codex", ".gemini", ".cursor"};

constexpr std::string_view secret_file = ".env";
// What is written to be shown: .env.example.
constexpr std::array<std::string_view, 7> example_endings{".example", ".sample",   ".template", ".dist",
                                                          ".schema",  ".defaults", ".tpl"};

bool is_secret_file(std::string_view name) {
    const bool is_env = name == secret_file || (name.starts_with(secret_file) && name.size() > secret_file.size() &&
                                                (name[4] == '.' || name[4] == '-' || name[4] == '_' || name[4] == '*'));
    return (is_env || name == ".envrc") &&
           std::none_of(example_endings.begin(), example_endings.end(), [&](auto end) { return name.ends_with(end); });
}

// From the start of a name on: the entry itself or, of a folder, what is below it.
bool begins_with_entry(std::string_view rest, std::string_view entry) {
    if (entry.back() != '/') return rest == entry;
    return rest.starts_with(entry) || rest == entry.substr(0, entry.size() - 1);
}

bool is_protected_from(std::string_view rest) {
    return std::any_of(protected_names.begin(), protected_names.end(),
                       [&](std::string_view entry) { return begins_with_entry(rest, entry); }) ||
           std::find(client_folders.begin(), client_folders.end(), rest) != client_folders.end();
}

}  // namespace

bool is_protected_path(std::string_view path, CaseRules rules) {
    const std::string compared = comparable(path, rules);
    std::string_view rest = compared;
    while (rest.ends_with('/')) rest.remove_suffix(1);
    const std::string_view whole = rest;
    while (true) {
        if (is_protected_from(rest)) return true;
        const std::size_t slash = rest.find('/');
        if (slash == std::string_view::npos) break;
        rest.remove_prefix(slash + 1);
    }
    return is_secret_file(whole.substr(whole.rfind('/') + 1));
}

std::span<const std::string_view> watched_protected_paths() {
    static constexpr std::array<std::string_view, 24> watched{".git/config",
                                                              ".git/hooks/",
                                                              ".git/info/attributes",
                                                              ".env",
                                                              ".env.local",
                                                              ".envrc",
                                                              "opencode.json",
                                                              "opencode.jsonc",
                                                              ".opencode/hivemind.js",
                                                              ".opencode/plugin/",
                                                              ".opencode/plugins/",
                                                              ".opencode/agent/",
                                                              ".opencode/agents/",
                                                              ".claude/settings.json",
                                                              ".claude/settings.local.json",
                                                              ".claude/hooks/",
                                                              ".claude/agents/",
                                                              ".codex/config.toml",
                                                              ".codex/hooks.json",
                                                              ".codex/agents/",
                                                              ".gemini/settings.json",
                                                              ".gemini/agents/",
                                                              ".mcp.json",
                                                              ".claude.json"};
    return watched;
}

}  // namespace hm
