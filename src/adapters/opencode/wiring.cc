#include "adapters/opencode/wiring.h"

#include <array>

#include "adapters/opencode/config_edit.h"
#include "base/embedded.h"
#include "base/json.h"

namespace hm::opencode {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view plugin_entry = "./.opencode/hivemind.js";

// What the agents and the person get beside the plugin: profiles, commands, and a skill that teaches the protocol.
struct Companion {
    std::string_view embedded;
    std::string_view path;  // below .opencode
};

constexpr std::array<Companion, 7> companions{{
    {"opencode/agent-coordinator.md", "agent/hivemind-coordinator.md"},
    {"opencode/agent-executor.md", "agent/hivemind-executor.md"},
    {"opencode/agent-investigator.md", "agent/hivemind-investigator.md"},
    {"opencode/command-status.md", "command/hivemind-status.md"},
    {"opencode/command-plan.md", "command/hivemind-plan.md"},
    {"opencode/command-doctor.md", "command/hivemind-doctor.md"},
    {"opencode/skill.md", "skill/hivemind/SKILL.md"},
}};

constexpr std::string_view program_place = "@HIVEMIND_BINARY@";

// A path as one word of a shell, whatever is in it.
std::string shell_word(std::string_view path) {
    std::string word = "'";
    for (const char c : path) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string companion_text(std::string_view embedded, const fs::path& program) {
    std::string text(embedded_file(embedded));
    const std::size_t at = text.find(program_place);
    if (at != std::string::npos) text.replace(at, program_place.size(), shell_word(program.string()));
    return text;
}

// Puts a value between the quotes that stand around a place in the plugin's text.
void fill_in(std::string& text, std::string_view place, std::string_view value) {
    const std::string quoted_place = "\"" + std::string(place) + "\"";
    const std::size_t at = text.find(quoted_place);
    HM_ASSERT(at != std::string::npos);
    text.replace(at, quoted_place.size(), to_text(json::value(value)));
}

fs::path configuration_file(const fs::path& root) {
    std::error_code error;
    const fs::path with_comments = root / "opencode.jsonc";
    return fs::exists(with_comments, error) ? with_comments : root / "opencode.json";
}

}  // namespace

Result<std::vector<FileChange>> plan_wiring(const fs::path& root, const fs::path& program, FailMode fail) {
    FileChange plugin{root / ".opencode" / "hivemind.js", {}, std::string(embedded_file("opencode/plugin.js"))};
    fill_in(plugin.after, program_place, program.string());
    fill_in(plugin.after, "@HIVEMIND_FAIL@", name_of(fail));
    HM_TRY_ASSIGN(plugin.before, read_whole_file(plugin.path));

    FileChange configuration{configuration_file(root), {}, {}};
    HM_TRY_ASSIGN(configuration.before, read_whole_file(configuration.path));
    HM_TRY_ASSIGN(configuration.after, with_plugin_first(configuration.before.value_or("{}\n"), plugin_entry));
    std::vector<FileChange> changes;
    changes.push_back(std::move(plugin));
    for (const Companion& companion : companions) {
        FileChange file{root / ".opencode" / companion.path, {}, companion_text(companion.embedded, program)};
        HM_TRY_ASSIGN(file.before, read_whole_file(file.path));
        changes.push_back(std::move(file));
    }
    // Last, so that nothing names a plugin that is not there yet.
    changes.push_back(std::move(configuration));
    return changes;
}

}  // namespace hm::opencode
