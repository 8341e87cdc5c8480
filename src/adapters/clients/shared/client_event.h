// An event as a short-lived hook gets it from its client, and what is answered, before the client's own words.
// A dialect is data: the client's names of events and tools, and how an answer is written down.
//
// The steps to add a client are in adapters/clients/shared/clients.h.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/event/agent_event.h"
#include "app/hooks/handle.h"
#include "base/fields.h"
#include "base/json.h"

namespace hm::hook {

// `other` is an event we were not asked to judge.
HM_ENUM(EventKind, before_tool, after_tool, failed_tool, batch, session_start, user_prompt, command, before_model,
        before_compact, before_stop, interrupted, subagent_start, subagent_stop, session_end, usage, other)

struct ClientEvent {
    EventKind kind = EventKind::other;
    std::string name;  // as the client spells it
    AgentIdentity who;
    std::string directory;  // where the agent works; may be empty
    ToolUse use;
    json::object arguments;                 // of the tool, as they came
    std::optional<std::int64_t> exit_code;  // of a tool that is done
    std::string prompt;
    bool is_from_machine = false;  // the prompt: the client, or HiveMind through it, speaks in the person's place
    std::string source;            // of a session's start: startup, resume, clear, compact, fork
    std::string reason;            // of a session's end
    std::string last_answer;       // of a stop: what the agent said last
    bool is_repeated = false;      // of a stop: the agent goes on because of an earlier refusal to stop
    bool is_interrupt = false;     // of a tool that failed: the person ended it
    std::int64_t tokens = 0;       // in the context, where the client says so
    std::optional<std::int64_t> window = std::nullopt;
    json::object whole = {};  // everything that came
};

struct KnownEvent {
    std::string_view name;
    EventKind kind;
};

struct KnownTool {
    std::string_view name;
    ToolKind kind;
};

// What a prompt is of which a person chose the text by a command's name.
HM_ENUM(PromptComes, beside_its_command, as_typed, expanded)

struct Dialect {
    std::string_view client;  // by which engine/pack/delivery.cc knows its traits
    std::span<const KnownEvent> events;
    std::span<const KnownTool> tools;
    std::span<const std::string_view> own_tool_prefixes;  // of HiveMind's own tools behind MCP
    PromptComes prompt_comes;
    // What is printed; "" when there is nothing to say.
    std::string (*answer)(const ClientEvent& event, const HookReply& reply);
    // The variable in a hook's environment that names the directory the client was started for; "" when there is none.
    std::string_view project_variable = {};
};

// Every dialect there is, and the one of a client.
std::span<const Dialect* const> all_dialects();
const Dialect* find_dialect(std::string_view client);

EventKind kind_of_event(const Dialect& dialect, std::string_view name);

// Read as far as it can be; what is missing stays empty.
ClientEvent read_event(const Dialect& dialect, json::object whole);

// What it means, in the words that all clients share; nothing for an event we were not asked to judge. Fails when it
// names no session, or is a call that cannot be read. `directory` is where the agent works.
Result<std::optional<AgentEvent>> agent_event(const Dialect& dialect, const ClientEvent& event,
                                              const std::filesystem::path& directory);

// The messages of a request by names that stay the same from request to request, as far as the person's words are in
// them: "" for all others. Gemini CLI numbers nothing, so a message is known by what it says, and by how many said the
// same before it.
std::vector<std::string> message_places(const json::array& messages);

// The arguments of a call of one of our own tools, with the ticket that it finds its caller by; nothing without one.
std::optional<json::object> arguments_with_ticket(const ClientEvent& event, const HookReply& reply);

// The answer that Claude Code and Codex share: `hookSpecificOutput` under the event's name. Codex takes exactly these
// members and no others, a refusal needs a reason, and without the event's name Claude Code lets the call through.

std::string specific_output(const ClientEvent& event, const HookReply& reply);

}  // namespace hm::hook
