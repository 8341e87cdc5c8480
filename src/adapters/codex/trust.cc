#include "adapters/codex/trust.h"

#include <fmt/format.h>

#include <map>

#include "adapters/codex/toml_edit.h"
#include "base/sha256.h"

namespace hm::codex {
namespace {

// PreToolUse is pre_tool_use there.
std::string in_snake_case(std::string_view name) {
    std::string snake;
    for (const char c : name) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        if (is_upper && !snake.empty()) snake += '_';
        snake += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return snake;
}

// Without blanks, every object's members in the order of their names.
std::string canonical(const json::value& value) {
    std::string text;
    if (value.is_object()) {
        std::map<std::string_view, const json::value*> members;
        for (const auto& member : value.get_object()) members.emplace(member.key(), &member.value());
        for (const auto& [key, member] : members) {
            text += fmt::format("{}{}:{}", text.empty() ? "" : ",", to_text(json::value(key)), canonical(*member));
        }
        return "{" + text + "}";
    }
    if (!value.is_array()) return to_text(value);
    for (const json::value& item : value.get_array()) text += (text.empty() ? "" : ",") + canonical(item);
    return "[" + text + "]";
}

}  // namespace

std::string trust_key(const std::filesystem::path& hooks_file, std::string_view event, std::size_t group) {
    return fmt::format("{}:{}:{}:0", hooks_file.string(), in_snake_case(event), group);
}

std::string trust_hash(const HookEntry& entry) {
    json::object identity = entry.group;
    identity["event_name"] = in_snake_case(entry.event);
    for (json::value& handler : identity.at("hooks").get_array()) handler.get_object()["async"] = false;
    return "sha256:" + sha256_hex(canonical(identity));
}

std::string trust_header(std::string_view key) {
    return fmt::format("hooks.state.{}", toml_string(key));
}

HookTrust trust_in(std::string_view config, const std::filesystem::path& hooks_file,
                   const std::vector<FoundEntry>& hooks) {
    HookTrust trust{.hooks = hooks.size()};
    for (const FoundEntry& one : hooks) {
        const std::string header = trust_header(trust_key(hooks_file, one.entry.event, one.index));
        if (toml_value(config, header, "trusted_hash") != toml_string(trust_hash(one.entry))) {
            ++trust.untrusted;
        } else if (toml_value(config, header, "enabled") == "false") {
            ++trust.disabled;
        }
    }
    return trust;
}

}  // namespace hm::codex
