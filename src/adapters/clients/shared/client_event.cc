#include "adapters/clients/shared/client_event.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>

#include "adapters/clients/shared/agent_tools.h"
#include "adapters/clients/shared/hook.h"
#include "adapters/clients/shared/tool_arguments.h"
#include "adapters/clients/shared/tool_names.h"
#include "app/hooks/ticket.h"
#include "base/digest.h"
#include "view/stop_text.h"

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

ToolUse own_tool_use(std::string_view name, const json::object& given) {
    ToolUse use;
    use.kind = ToolKind::own;
    fill_in_own_call(use, name, given);
    return use;
}

// The kind of agent that a call would start, under each client's spelling.
std::string agent_named(const json::object& arguments) {
    for (const std::string_view name : {"subagent_type", "agent_type", "agent_name"}) {
        if (const std::string_view agent = text_member(arguments, name); !agent.empty()) return std::string(agent);
    }
    return {};
}

ToolUse tool_use(const Dialect& dialect, std::string_view name, const json::object& arguments) {
    if (const std::string_view own = own_tool(dialect, name); !own.empty()) return own_tool_use(own, arguments);
    ToolUse use{.tool = plain_tool_name(name)};
    for (const KnownTool& known : dialect.tools) {
        if (known.name == name) use.kind = known.kind;
    }
    if (use.kind == ToolKind::other) use.kind = kind_by_words(name, arguments);
    if (use.kind == ToolKind::delegate) use.agent = agent_named(arguments);
    fill_in_arguments(use, arguments);
    return use;
}

// Events that leave a record and of which no two that differ are told in the same words under the same id.
bool is_told_once(EventKind kind) {
    switch (kind) {
        case EventKind::before_tool:
        case EventKind::after_tool:
        case EventKind::failed_tool:
        case EventKind::batch:
        case EventKind::user_prompt:
        case EventKind::command:
        case EventKind::before_stop:
        case EventKind::interrupted:
        case EventKind::subagent_start:
        case EventKind::subagent_stop:
        case EventKind::usage: return true;
        default: return false;
    }
}

// What makes an event one: told twice, by a project's and a person's settings say, it is recorded once. Empty when the
// client says nothing that tells two events apart.
std::string request_id_of(std::string_view client, EventKind kind, const json::object& whole) {
    const std::string_view session = text_member(whole, "session_id");
    const std::string_view name = text_member(whole, "hook_event_name");
    constexpr std::size_t longest = 100;  // with room for the parts of a request
    const auto bounded = [](std::string key) { return key.size() <= longest ? key : sha256_hex(key); };
    if (const std::string_view call = text_member(whole, "tool_use_id"); !call.empty()) {
        return bounded(fmt::format("{}:{}:{}:{}", client, session, call, name));
    }
    if (!is_told_once(kind)) return {};
    for (const std::string_view member : {"prompt_id", "turn_id", "timestamp"}) {
        const std::string_view told = text_member(whole, member);
        if (told.empty()) continue;
        Sha256 hash;
        for (const std::string_view part : {"agent_id", "tool_name", "tool_input", "prompt", "stop_hook_active",
                                            "last_assistant_message", "prompt_response", "token_usage", "tool_calls"}) {
            if (const json::value* value = whole.if_contains(part)) hash.add(to_text(*value));
        }
        return bounded(fmt::format("{}:{}:{}:{}:{}", client, session, told, name, sha256_hex(hash).substr(0, 16)));
    }
    return {};
}

// Clients give a subagent its parent's session id and an id of its own.
AgentIdentity identity(const Dialect& dialect, EventKind kind, const json::object& whole) {
    AgentIdentity who;
    who.client = std::string(dialect.client);
    who.session = text_member(whole, "session_id");
    who.agent = text_member(whole, "agent_type");
    if (const std::string_view agent = text_member(whole, "agent_id"); !agent.empty()) {
        who.parent_session = who.session;
        who.session = fmt::format("{}/{}", who.session, agent);
    }
    who.request_id = request_id_of(dialect.client, kind, whole);
    return who;
}

std::int64_t number_member(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

bool is_true(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_bool() && value->get_bool();
}

// What the context holds now, under each client's names. Codex counts what came from a cache into the input.
std::int64_t tokens_in(const json::object& whole) {
    const json::object& usage = object_member(whole, "token_usage");
    if (const std::int64_t total = number_member(usage, "total_tokens"); total > 0) return total;
    if (const std::int64_t input = number_member(usage, "input_tokens"); input > 0) {
        return input + number_member(usage, "output_tokens");
    }
    return number_member(whole, "context_tokens");
}

std::optional<std::int64_t> window_in(const json::object& whole) {
    for (const json::object* place : {&whole, &object_member(whole, "token_usage")}) {
        for (const std::string_view name : {"model_context_window", "context_window"}) {
            if (const std::int64_t window = number_member(*place, name); window > 0) return window;
        }
    }
    return std::nullopt;
}

// A background agent that is done speaks in the person's place, and so does a refusal to stop.
bool is_said_by_machine(std::string_view prompt) {
    return prompt.starts_with("<task-notification>") || is_stop_refusal(prompt);
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

// What the person said last: told by itself, or to be found in the messages that go to the model.
std::string prompt_of(const json::object& whole) {
    const json::value* messages = object_member(whole, "llm_request").if_contains("messages");
    if (messages == nullptr || !messages->is_array()) return std::string(text_member(whole, "prompt"));
    const json::array& all = messages->get_array();
    for (std::size_t i = all.size(); i-- > 0;) {
        if (!all[i].is_object() || text_member(all[i].get_object(), "role") != "user") continue;
        return std::string(text_member(all[i].get_object(), "content"));
    }
    return {};
}

}  // namespace

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
    event.who = identity(dialect, event.kind, whole);
    event.directory = text_member(whole, "cwd");
    event.arguments = object_member(whole, "tool_input");
    event.use = tool_use(dialect, text_member(whole, "tool_name"), event.arguments);
    event.use.call_id = text_member(whole, "tool_use_id");
    if (event.kind == EventKind::after_tool || event.kind == EventKind::failed_tool) {
        json::object said = event.arguments;
        said.erase(ticket_argument);  // another one in every call
        fill_in_words(event.use, said);
    }
    event.prompt = prompt_of(whole);
    event.is_from_machine = is_said_by_machine(event.prompt);
    event.source = text_member(whole, "source");
    event.reason = text_member(whole, "reason");
    event.last_answer = text_member(whole, "last_assistant_message");
    if (event.last_answer.empty()) event.last_answer = text_member(whole, "prompt_response");
    event.is_repeated = is_true(whole, "stop_hook_active");
    event.is_interrupt = is_true(whole, "is_interrupt");
    event.tokens = tokens_in(whole);
    event.window = window_in(whole);
    event.whole = std::move(whole);
    event.exit_code = exit_code(event);
    return event;
}

namespace {

// What the person said; nothing when somebody else spoke in their place.
std::string said_in(const ClientEvent& event) {
    return event.is_from_machine ? std::string() : event.prompt;
}

// What a shell printed, under each client's names.
std::string printed_by(const ClientEvent& event) {
    if (event.use.kind != ToolKind::shell) return {};
    std::string text(text_member(event.whole, "error"));
    const json::value* response = event.whole.if_contains("tool_response");
    if (response != nullptr && response->is_string()) text += response->get_string();
    if (response != nullptr && response->is_object()) {
        for (const std::string_view member : {"stdout", "stderr", "llmContent"}) {
            text.append(text_member(response->get_object(), member)).append("\n");
        }
    }
    if (text.size() > most_output_kept) text.erase(0, text.size() - most_output_kept);
    return text;
}

AfterTool call_done(const ClientEvent& event) {
    AfterTool done{.who = event.who, .use = event.use, .exit_code = event.exit_code};
    done.output = printed_by(event);
    const bool has_failed =
        event.kind == EventKind::failed_tool || object_member(event.whole, "tool_response").contains("error");
    if (has_failed) done.end = ToolEnd::failed;
    done.was_interrupted = event.is_interrupt;
    return done;
}

CallsDone calls_done(const ClientEvent& event) {
    constexpr std::size_t most_named = 20;
    CallsDone done{event.who, {}};
    const json::value* calls = event.whole.if_contains("tool_calls");
    if (calls == nullptr || !calls->is_array()) return done;
    for (const json::value& call : calls->get_array()) {
        if (call.is_object() && done.tools.size() < most_named) {
            done.tools.emplace_back(text_member(call.get_object(), "tool_name"));
        }
    }
    return done;
}

SessionStart session_begun(const ClientEvent& event) {
    const Occasion occasion = event.source == "compact"
                                  ? Occasion::compaction
                                  : enum_named<Occasion>(event.source).value_or(Occasion::startup);
    return {event.who, event.source, occasion, event.tokens, event.window};
}

UserPrompt prompt_given(const Dialect& dialect, const ClientEvent& event, const std::filesystem::path& directory) {
    return {event.who, event.prompt, event.is_from_machine,
            command_in(said_in(event), dialect.prompt_comes, directory)};
}

BeforeModel request_made(const ClientEvent& event) {
    BeforeModel request{.who = event.who, .prompt = said_in(event)};
    const json::value* messages = object_member(event.whole, "llm_request").if_contains("messages");
    if (messages == nullptr || !messages->is_array()) return request;
    HeldPlaces held;
    for (std::string& place : message_places(messages->get_array())) {
        if (place.empty()) continue;
        held.prompt = place;
        held.all.push_back(std::move(place));
    }
    held.newest = held.prompt;
    if (!held.all.empty()) request.places = std::move(held);
    return request;
}

ClientCommand command_chosen(const ClientEvent& event) {
    return {
        event.who,
        {std::string(text_member(event.whole, "command_name")), std::string(text_member(event.whole, "command_args"))}};
}

}  // namespace

Result<std::optional<AgentEvent>> agent_event(const Dialect& dialect, const ClientEvent& event,
                                              const std::filesystem::path& directory) {
    if (event.who.session.empty()) {
        return fail(ErrorCode::invalid_input, "The event names no session.", "Send it as the client does.");
    }
    switch (event.kind) {
        case EventKind::before_tool:
            HM_TRY(
                check_readable(event.whole.if_contains("tool_name"), event.whole.if_contains("tool_input"), event.use));
            return BeforeTool{event.who, event.use};
        case EventKind::after_tool:
        case EventKind::failed_tool: return call_done(event);
        case EventKind::batch: return calls_done(event);
        case EventKind::session_start: return session_begun(event);
        case EventKind::user_prompt: return prompt_given(dialect, event, directory);
        case EventKind::command: return command_chosen(event);
        case EventKind::before_model: return request_made(event);
        case EventKind::before_compact: return BeforeCompact{event.who, {}};
        case EventKind::before_stop: return BeforeStop{event.who, event.last_answer, event.is_repeated};
        case EventKind::interrupted: return TurnCancelled{event.who};
        case EventKind::subagent_start:
            return SubagentStart{event.who, fmt::format("Work of a {} agent", event.who.agent)};
        case EventKind::subagent_stop: return SubagentStop{event.who, event.last_answer, event.is_repeated};
        case EventKind::session_end: return SessionLeft{event.who, event.reason};
        case EventKind::usage: return Usage{event.who, event.tokens, event.window};
        case EventKind::other: break;
    }
    return std::nullopt;
}

std::vector<std::string> message_places(const json::array& messages) {
    std::vector<std::string> places;
    std::map<std::string, std::size_t> said;
    for (const json::value& message : messages) {
        const json::object* object = message.if_object();
        const bool is_persons = object != nullptr && text_member(*object, "role") == "user";
        const std::string_view content = is_persons ? text_member(*object, "content") : std::string_view();
        std::string& place = places.emplace_back();
        if (content.empty()) continue;
        const std::string print = sha256_hex(content);
        place = fmt::format("{} {}", print, said[print]++);
    }
    return places;
}

std::optional<json::object> arguments_with_ticket(const ClientEvent& event, const HookReply& reply) {
    if (reply.ticket.empty()) return std::nullopt;
    json::object arguments = event.arguments;
    arguments[ticket_argument] = reply.ticket;
    return arguments;
}

namespace {

// A stop is refused at the top of the answer, a call within it.
bool is_stop(EventKind kind) {
    return kind == EventKind::before_stop || kind == EventKind::subagent_stop;
}

bool takes_context(EventKind kind) {
    switch (kind) {
        case EventKind::before_tool:
        case EventKind::after_tool:
        case EventKind::failed_tool:
        case EventKind::batch:
        case EventKind::session_start:
        case EventKind::user_prompt:
        case EventKind::subagent_start: return true;
        default: return false;
    }
}

}  // namespace

std::string specific_output(const ClientEvent& event, const HookReply& reply) {
    json::object answer;
    json::object specific{{"hookEventName", event.name}};
    if (!reply.refusal.empty() && event.kind == EventKind::before_tool) {
        specific["permissionDecision"] = "deny";
        specific["permissionDecisionReason"] = reply.refusal;
    } else if (!reply.refusal.empty() && is_stop(event.kind)) {
        answer["decision"] = "block";
        answer["reason"] = reply.refusal;
    }
    if (auto arguments = arguments_with_ticket(event, reply)) {
        // Both clients take new arguments only together with a decision.
        specific["permissionDecision"] = "allow";
        specific["updatedInput"] = std::move(*arguments);
    }
    if (!reply.context.empty() && takes_context(event.kind)) specific["additionalContext"] = reply.context;
    if (specific.size() > 1) answer["hookSpecificOutput"] = std::move(specific);
    if (!reply.notice.empty() && event.kind != EventKind::session_end) answer["systemMessage"] = reply.notice;
    return answer.empty() ? std::string() : to_text(answer) + "\n";
}

}  // namespace hm::hook
