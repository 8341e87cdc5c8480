#include "adapters/hook/client_event.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "adapters/agent_tools.h"
#include "adapters/claude_code/dialect.h"
#include "adapters/codex/dialect.h"
#include "adapters/first_tool_names.h"
#include "adapters/gemini/dialect.h"
#include "adapters/tool_arguments.h"

namespace hm::hook {
namespace {

// The name behind one of our prefixes when it is a tool of ours; else "".
std::string_view own_tool(const Dialect& dialect, std::string_view name) {
    for (const std::string_view prefix : dialect.own_tool_prefixes) {
        if (!name.starts_with(prefix)) continue;
        const std::string_view own = name.substr(prefix.size());
        if (is_agent_tool(own) || tool_today(own, {})) return own;
    }
    return {};
}

ToolUse tool_use(const Dialect& dialect, std::string_view name, const json::object& arguments) {
    if (const std::string_view own = own_tool(dialect, name); !own.empty()) {
        return {.tool = std::string(own), .kind = ToolKind::own, .paths = {}, .command = {}};
    }
    ToolUse use{.tool = std::string(name)};
    for (const KnownTool& known : dialect.tools) {
        if (known.name == name) use.kind = known.kind;
    }
    fill_in_arguments(use, arguments);
    return use;
}

// Clients give a subagent its parent's session id and an id of its own.
AgentIdentity identity(const Dialect& dialect, const json::object& whole) {
    AgentIdentity who;
    who.client = std::string(dialect.client);
    who.session = text_member(whole, "session_id");
    who.agent = text_member(whole, "agent_type");
    if (const std::string_view agent = text_member(whole, "agent_id"); !agent.empty()) {
        who.parent_session = who.session;
        who.session = fmt::format("{}/{}", who.session, agent);
    }
    // Told twice, by a project's and a person's settings say, a call is recorded once.
    if (const std::string_view call = text_member(whole, "tool_use_id"); !call.empty()) {
        who.request_id =
            fmt::format("{}:{}:{}", text_member(whole, "session_id"), call, text_member(whole, "hook_event_name"));
    }
    return who;
}

std::optional<std::int64_t> number_behind(std::string_view text, std::string_view words) {
    const std::size_t at = text.rfind(words);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(at + words.size());
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

// Each client says it in other words; none has a field for it.
std::optional<std::int64_t> exit_code(const ClientEvent& event) {
    if (event.use.kind != ToolKind::shell) return std::nullopt;
    if (event.kind == EventKind::failed_tool) return number_behind(text_member(event.whole, "error"), "Exit code ");
    const json::value* response = event.whole.if_contains("tool_response");
    if (response == nullptr) return std::nullopt;
    if (response->is_object()) {
        const json::object& object = response->get_object();
        if (object.contains("stdout")) return 0;  // what fails comes as an event of its own
        if (auto code = number_behind(text_member(object, "llmContent"), "Exit Code: ")) return code;
        return object.contains("llmContent") && !object.contains("error") ? std::optional<std::int64_t>(0)
                                                                          : std::nullopt;
    }
    return response->is_string() ? number_behind(response->get_string(), "exited with code ") : std::nullopt;
}

}  // namespace

std::span<const Dialect* const> all_dialects() {
    static const std::array dialects{&claude_code::dialect(), &codex::dialect(), &gemini::dialect()};
    return dialects;
}

const Dialect* find_dialect(std::string_view client) {
    for (const Dialect* dialect : all_dialects()) {
        if (dialect->client == client) return dialect;
    }
    return nullptr;
}

EventKind kind_of_event(const Dialect& dialect, std::string_view name) {
    for (const KnownEvent& known : dialect.events) {
        if (known.name == name) return known.kind;
    }
    return EventKind::other;
}

ClientEvent read_event(const Dialect& dialect, json::object whole) {
    ClientEvent event;
    event.name = text_member(whole, "hook_event_name");
    event.kind = kind_of_event(dialect, event.name);
    event.who = identity(dialect, whole);
    event.directory = text_member(whole, "cwd");
    event.arguments = object_member(whole, "tool_input");
    event.use = tool_use(dialect, text_member(whole, "tool_name"), event.arguments);
    event.prompt = text_member(whole, "prompt");
    event.source = text_member(whole, "source");
    const json::value* repeated = whole.if_contains("stop_hook_active");
    event.is_repeated = repeated != nullptr && repeated->is_bool() && repeated->get_bool();
    event.whole = std::move(whole);
    event.exit_code = exit_code(event);
    return event;
}

}  // namespace hm::hook
