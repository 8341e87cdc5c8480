#include "adapters/clients/opencode/dialect.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "adapters/clients/shared/agent_tools.h"
#include "adapters/clients/shared/tool_arguments.h"
#include "domain/role.h"

namespace hm::opencode {
namespace {

struct KnownTool {
    std::string_view name;
    ToolKind kind;
};

constexpr std::array<KnownTool, 20> known_tools{{
    {"read", ToolKind::read},       {"glob", ToolKind::read},       {"grep", ToolKind::read},
    {"list", ToolKind::read},       {"lsp", ToolKind::read},        {"webfetch", ToolKind::read},
    {"websearch", ToolKind::read},  {"codesearch", ToolKind::read}, {"skill", ToolKind::read},
    {"question", ToolKind::read},   {"todoread", ToolKind::read},   {"todowrite", ToolKind::read},
    {"invalid", ToolKind::read},    {"write", ToolKind::write},     {"edit", ToolKind::write},
    {"multiedit", ToolKind::write}, {"patch", ToolKind::write},     {"apply_patch", ToolKind::write},
    {"bash", ToolKind::shell},      {"task", ToolKind::delegate},
}};

ToolKind kind_of(std::string_view tool) {
    if (is_agent_tool(tool)) return ToolKind::own;
    for (const KnownTool& known : known_tools) {
        if (known.name == tool) return known.kind;
    }
    return ToolKind::other;
}

// As OpenCode reads a setting.
bool is_on(std::string_view value) {
    return value == "true" || value == "1" || value == "yes" || value == "on" || value == "y";
}

}  // namespace

AgentIdentity identity(const json::object& input, std::string_view request_id) {
    return {std::string(request_id), std::string(client_name), std::string(text_member(input, "sessionID")),
            std::string(text_member(input, "parentID")), std::string(text_member(input, "agent"))};
}

std::string call_key(const AgentIdentity& who, std::string_view call_id) {
    return std::string(who.session).append(" ").append(call_id);
}

std::optional<bool> told(const json::object& input, std::string_view name) {
    const json::value* value = input.if_contains(name);
    return value != nullptr && value->is_bool() ? std::optional(value->get_bool()) : std::nullopt;
}

ToolUse tool_use(const json::object& input) {
    const json::object& arguments = object_member(input, "args");
    ToolUse use{.tool = plain_tool_name(text_member(input, "tool"))};
    use.kind = kind_of(use.tool);
    if (use.kind == ToolKind::other) use.kind = kind_by_words(use.tool, arguments);
    fill_in_arguments(use, arguments);
    // Of any kind: what a call names is looked at, whatever else it does.
    use.paths = paths_named(arguments, use.kind);
    use.command = command_named(arguments);
    use.call_id = std::string(text_member(input, "callID").substr(0, 100));
    use.agent = std::string(text_member(arguments, "subagent_type"));
    if (use.kind == ToolKind::own) fill_in_own_call(use, use.tool, arguments);
    fill_in_words(use, arguments);
    return use;
}

std::string agent_meant(const json::object& input) {
    if (kind_of(text_member(input, "tool")) != ToolKind::delegate) return {};
    const std::string named(text_member(object_member(input, "args"), "subagent_type"));
    const json::value* agents = input.if_contains("agents");
    if (!find_role({}, named) || agents == nullptr || !agents->is_array()) return {};
    const auto has = [&](const std::string& name) {
        return std::ranges::find(agents->get_array(), json::value(name)) != agents->get_array().end();
    };
    const std::string ours = "hivemind-" + named;
    return !has(named) && has(ours) ? ours : std::string();
}

Background runs_in_background(const json::object& input) {
    const bool is_of_subagent = !text_member(input, "parentID").empty();
    if (!is_of_subagent || kind_of(text_member(input, "tool")) != ToolKind::delegate) return Background::no;
    // We are the client's child and have its environment. The one setting is about this, the other about all trials.
    const char* said = std::getenv("OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS");
    if (said == nullptr) said = std::getenv("OPENCODE_EXPERIMENTAL");
    // What OpenCode made of it is told where the plugin can see it.
    const std::optional<bool> is_allowed = told(input, "background");
    if (is_allowed == true || (!is_allowed && said != nullptr && is_on(said))) return Background::yes;
    // A client that ends with its turn would take such agents with it.
    const bool may_be_set = is_allowed.has_value() && said == nullptr && !told(input, "ends_with_turn").value_or(false);
    return may_be_set ? Background::when_set : Background::no;
}

json::object background_flags() {
    return {{"experimentalBackgroundSubagents", true}};
}

// `outputs` is a list of [call id, characters].
std::vector<HeldOutput> outputs_held(const json::object& input) {
    std::vector<HeldOutput> held;
    const json::value* outputs = input.if_contains("outputs");
    if (outputs == nullptr || !outputs->is_array()) return held;
    for (const json::value& output : outputs->get_array()) {
        const json::array* pair = output.if_array();
        const bool is_known = pair != nullptr && pair->size() == 2 && pair->at(0).is_string() && pair->at(1).is_int64();
        if (is_known) held.push_back({std::string(pair->at(0).get_string()), pair->at(1).get_int64()});
    }
    return held;
}

std::optional<HeldPlaces> places_held(const json::object& input) {
    const json::value* prompts = input.if_contains("prompts");
    if (prompts == nullptr || !prompts->is_array()) return std::nullopt;
    HeldPlaces held;
    for (const json::value& id : prompts->get_array()) {
        if (id.is_string()) held.all.emplace_back(id.get_string());
    }
    if (held.all.empty()) return std::nullopt;
    held.prompt = held.all.back();
    held.newest = text_member(input, "newest");
    for (HeldOutput& output : outputs_held(input)) held.all.push_back(std::move(output.call_id));
    return held;
}

json::array placed_parts(const std::vector<PlacedText>& placed) {
    json::array all;
    for (const auto& [place, text] : placed) {
        json::array parts{json::value(place)};
        for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
            end = text.find(part_end, begin);
            const std::string part = text.substr(begin, end == std::string::npos ? end : end - begin);
            if (!part.empty()) parts.emplace_back(part);
        }
        all.push_back(std::move(parts));
    }
    return all;
}

// `messages` is a list of [from, text].
std::vector<SplitMessage> messages_told(const json::object& properties) {
    std::vector<SplitMessage> told;
    const json::value* messages = properties.if_contains("messages");
    if (messages == nullptr || !messages->is_array()) return told;
    for (const json::value& message : messages->get_array()) {
        const json::array* pair = message.if_array();
        const bool is_known =
            pair != nullptr && pair->size() == 2 && pair->at(0).is_string() && pair->at(1).is_string();
        if (is_known) told.push_back({std::string(pair->at(0).get_string()), std::string(pair->at(1).get_string())});
    }
    return told;
}

std::string last_answer(const json::object& properties) {
    std::vector<SplitMessage> told = messages_told(properties);
    return !told.empty() && told.back().from == "assistant" ? std::move(told.back().text) : std::string();
}

std::string patterns_of(const json::object& properties) {
    std::string line;
    const json::value* patterns = properties.if_contains("patterns");
    if (patterns == nullptr || !patterns->is_array()) return line;
    for (const json::value& pattern : patterns->get_array()) {
        if (pattern.is_string()) line += (line.empty() ? "" : ", ") + std::string(pattern.get_string());
    }
    return line;
}

json::object with_arguments(json::object input, const json::object& changed) {
    json::value& arguments = input["args"];
    if (!arguments.is_object()) return input;
    for (const auto& [name, value] : changed) arguments.get_object()[name] = value;
    return input;
}

json::object rewritten_arguments(const json::object& input, const std::vector<std::string>& paths) {
    // Only of tools whose arguments are known to be paths; of others a "path" may be anything.
    const ToolKind kind = kind_of(text_member(input, "tool"));
    if (kind != ToolKind::read && kind != ToolKind::write) return {};
    const json::object& arguments = object_member(input, "args");
    json::object changed;
    std::size_t index = 0;
    for (const std::string_view name : path_names()) {
        const std::string_view given = text_member(arguments, name);
        if (given.empty()) continue;
        if (index < paths.size() && paths[index] != given) changed[name] = paths[index];
        ++index;
    }
    return changed;
}

}  // namespace hm::opencode
