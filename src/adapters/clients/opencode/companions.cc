#include "adapters/clients/opencode/companions.h"

#include <array>
#include <utility>

#include "base/embedded.h"
#include "base/result.h"
#include "base/strings.h"

namespace hm::opencode {
namespace {

constexpr std::array<Companion, 7> all_companions{{
    {"opencode/agent-coordinator.md", "agent/hivemind-coordinator.md"},
    {"opencode/agent-executor.md", "agent/hivemind-executor.md"},
    {"opencode/agent-investigator.md", "agent/hivemind-investigator.md"},
    {"opencode/command-status.md", "command/hivemind-status.md"},
    {"opencode/command-plan.md", "command/hivemind-plan.md"},
    {"opencode/command-doctor.md", "command/hivemind-doctor.md"},
    {"opencode/skill.md", "skill/hivemind/SKILL.md"},
}};

constexpr std::string_view companion_program_place = "@HIVEMIND_BINARY@";
constexpr std::string_view fence = "---\n";

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// "key: value", and below a key without a value its own "  key: value". Our files hold nothing else.
json::object read_head(std::string_view head) {
    json::object read;
    std::string above;
    while (!head.empty()) {
        const std::string_view line = take_line(head);
        const bool is_below = line.starts_with("  ");
        const std::size_t colon = line.find(':');
        HM_ASSERT(colon != std::string_view::npos);
        const std::string_view key = line.substr(is_below ? 2 : 0, colon - (is_below ? 2 : 0));
        const std::string_view value = colon + 2 < line.size() ? line.substr(colon + 2) : std::string_view();
        if (is_below) {
            read[above].as_object()[key] = value;
        } else if (value.empty()) {
            above = key;
            read[key] = json::object{};
        } else {
            read[key] = value;
        }
    }
    return read;
}

// What stands between the fences, and the text below them under the name that OpenCode's settings have for it.
json::object as_setting(std::string_view text, std::string_view name_of_body) {
    HM_ASSERT(text.starts_with(fence));
    text.remove_prefix(fence.size());
    const std::size_t end = text.find(fence);
    HM_ASSERT(end != std::string_view::npos);
    json::object setting = read_head(text.substr(0, end));
    setting[name_of_body] = text.substr(end + fence.size());
    return setting;
}

}  // namespace

std::span<const Companion> companions() {
    return all_companions;
}

std::string companion_text(std::string_view embedded, const std::filesystem::path& program) {
    std::string text(embedded_file(embedded));
    const std::size_t at = text.find(companion_program_place);
    if (at != std::string::npos) text.replace(at, companion_program_place.size(), shell_word(program.string()));
    return text;
}

json::object companion_settings(const std::filesystem::path& program) {
    // Offered to those who do or look, whose profiles switch it on; who plans has other tools.
    json::object settings{{"agent", json::object{}},
                          {"command", json::object{}},
                          {"permission", json::object{{"hivemind_find", "deny"}}}};
    for (const Companion& companion : all_companions) {
        const std::filesystem::path path(companion.path);
        const std::string section = path.begin()->string();
        if (!settings.contains(section)) continue;
        settings[section].as_object()[path.stem().string()] =
            as_setting(companion_text(companion.embedded, program), section == "agent" ? "prompt" : "template");
    }
    return settings;
}

}  // namespace hm::opencode
