#include "adapters/wiring/hook_entries.h"

#include <fmt/format.h>

#include "adapters/wiring/json_edit.h"
#include "app/project/project.h"
#include "base/strings.h"

namespace hm {
namespace {

std::string command_line(const json::object& handler) {
    std::string line(text_member(handler, "command"));
    const json::value* arguments = handler.if_contains("args");
    if (arguments == nullptr || !arguments->is_array()) return line;
    for (const json::value& argument : arguments->get_array()) {
        if (argument.is_string()) line += " " + std::string(argument.get_string());
    }
    return line;
}

bool is_own_handler(const json::value& handler, std::string_view client) {
    return handler.is_object() &&
           command_line(handler.get_object()).find(fmt::format(" hook {}", client)) != std::string::npos;
}

// A group that somebody put other handlers into is theirs.
bool is_own_group(const json::value& group, std::string_view client) {
    if (!group.is_object()) return false;
    const json::value* handlers = group.get_object().if_contains("hooks");
    return handlers != nullptr && handlers->is_array() && handlers->get_array().size() == 1 &&
           is_own_handler(handlers->get_array().front(), client);
}

bool holds_exactly(const std::vector<FoundEntry>& found, const std::vector<HookEntry>& wanted) {
    if (found.size() != wanted.size()) return false;
    for (const HookEntry& entry : wanted) {
        const bool is_there = std::any_of(found.begin(), found.end(), [&](const FoundEntry& one) {
            return one.entry.event == entry.event && one.entry.group == entry.group;
        });
        if (!is_there) return false;
    }
    return true;
}

// The list, and the object of all lists, when nothing is left in them.
Result<std::string> without_empty(std::string text, const std::string& event) {
    HM_TRY_ASSIGN(const json::value whole, read_loose_json(text));
    const json::object& hooks = object_member(whole.get_object(), "hooks");
    if (const json::value* list = hooks.if_contains(event); list != nullptr && list->get_array().empty()) {
        HM_TRY_ASSIGN(text, without_json_member(text, {"hooks", event}));
        if (hooks.size() == 1) return without_json_member(text, {"hooks"});
    }
    return text;
}

}  // namespace

Result<std::vector<FoundEntry>> own_hook_entries(std::string_view text, std::string_view client) {
    HM_TRY_ASSIGN(const json::value whole, read_loose_json(text));
    std::vector<FoundEntry> found;
    if (!whole.is_object()) {
        return fail(ErrorCode::invalid_input, "The settings are not a JSON object.", "Mend the file, then try again.");
    }
    for (const auto& event : object_member(whole.get_object(), "hooks")) {
        if (!event.value().is_array()) continue;
        const json::array& groups = event.value().get_array();
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (is_own_group(groups[i], client)) {
                found.push_back({{std::string(event.key()), groups[i].get_object()}, i});
            }
        }
    }
    return found;
}

Result<std::string> with_hook_entries(std::string_view text, std::string_view client,
                                      const std::vector<HookEntry>& entries) {
    HM_TRY_ASSIGN(const auto found, own_hook_entries(text, client));
    if (holds_exactly(found, entries)) return std::string(text);
    HM_TRY_ASSIGN(std::string edited, without_hook_entries(text, client));
    for (const HookEntry& entry : entries) {
        HM_TRY_ASSIGN(edited, with_json_item(edited, {"hooks", entry.event}, entry.group));
    }
    return edited;
}

Result<std::string> without_hook_entries(std::string_view text, std::string_view client) {
    HM_TRY_ASSIGN(const auto found, own_hook_entries(text, client));
    std::string edited(text);
    // From behind, so that the positions of the others still hold.
    for (auto one = found.rbegin(); one != found.rend(); ++one) {
        HM_TRY_ASSIGN(edited, without_json_item(edited, {"hooks", one->entry.event}, one->index));
        HM_TRY_ASSIGN(edited, without_empty(std::move(edited), one->entry.event));
    }
    return edited;
}

namespace {

constexpr std::string_view refuse = "{ echo 'HiveMind did not answer, so this call is refused.' >&2; exit 2; }";

constexpr std::string_view tell =
    "echo 'This repository is wired to HiveMind, which is not installed here; nothing is governed. Install it and run "
    "hivemind init, or go on without.' >&2";

// Lets g be what a file of git named, from that folder on.
std::string joined(std::string_view folder) {
    return fmt::format("case $n in /*) g=$n ;; *) g={}/$n ;; esac;", folder);
}

// By which such a line is known again.
constexpr std::string_view from_here = "d=$PWD";

}  // namespace

OnSilence on_silence_in(const WiringPlace& place, const std::filesystem::path& file) {
    if (place.level == WiringLevel::user || place.is_shared(file)) return OnSilence::follows_project;
    return place.fail == FailMode::closed ? OnSilence::refuses : OnSilence::lets_through;
}

OnSilence on_silence_of_others(const WiringPlace& place, const std::filesystem::path& file, bool is_first) {
    if (!place.is_shared(file)) return OnSilence::lets_through;
    return is_first ? OnSilence::tells_once : OnSilence::is_quiet;
}

std::string hook_command(const HookCommand& command, OnSilence on_silence) {
    const std::string program = shell_word(command.program.string());
    const std::string plain = fmt::format("{} hook {} {}", program, command.client, command.event);
    switch (on_silence) {
        case OnSilence::lets_through: return plain;
        case OnSilence::refuses: return fmt::format("{} --fail closed || {}", plain, refuse);
        case OnSilence::is_quiet: return fmt::format("[ ! -x {} ] || {}", program, plain);
        case OnSilence::tells_once: return fmt::format("if [ -x {} ]; then {}; else {}; fi", program, plain, tell);
        case OnSilence::follows_project: break;
    }
    return fmt::format(
        "{0} || {{ {3}; while [ -n \"$d\" ]; do g=$d/.git; [ ! -f \"$g\" ] || {{ read -r _ n <\"$g\"; {4} }}; "
        "[ ! -f \"$g/commondir\" ] || {{ read -r n <\"$g/commondir\"; {5} }}; "
        "if [ -e \"$d/{1}\" ] || [ -e \"$g/hivemind/{6}\" ]; then {2}; fi; "
        "[ ! -e \"$d/.hivemind/hivemind.db\" ] && [ ! -e \"$g/hivemind/hivemind.db\" ] || exit 1; d=${{d%/*}}; done; "
        "exit 1; }}",
        plain, fail_mark, refuse, from_here, joined("$d"), joined("$g"), fail_mark_name);
}

bool follows_project(std::string_view line) {
    return line.find(from_here) != std::string_view::npos;
}

}  // namespace hm
