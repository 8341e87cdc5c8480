// An event as a short-lived hook gets it from its client, and what is answered, before the client's own words.
// A dialect is data: the client's names of events and tools, and how an answer is written down.
//
// To add a client: 1. its dialect in adapters/<client>/dialect.cc; 2. its line in all_dialects(); 3. its wiring.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/hooks/agent_event.h"
#include "base/enum_names.h"
#include "base/json.h"

namespace hm::hook {

// `other` is an event we were not asked to judge.
HM_ENUM(EventKind, before_tool, after_tool, failed_tool, batch, session_start, user_prompt, command, before_model,
        before_compact, after_compact, before_stop, interrupted, subagent_start, subagent_stop, session_end, usage,
        other)

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

struct HookReply {
    std::string refusal;                    // why the call, or the end of the turn, is refused; empty: it may happen
    std::string context;                    // for the model
    std::optional<json::object> arguments;  // in place of those the call came with
    std::string notice;                     // for the person
};

struct KnownEvent {
    std::string_view name;
    EventKind kind;
};

struct KnownTool {
    std::string_view name;
    ToolKind kind;
};

// How text that is put before the model lives on.
HM_ENUM(Injections, accumulate, last_one_request)

// What a prompt is of which a person chose the text by a command's name.
HM_ENUM(PromptComes, beside_its_command, as_typed, expanded)

struct Dialect {
    std::string_view client;
    std::span<const KnownEvent> events;
    std::span<const KnownTool> tools;
    std::span<const std::string_view> own_tool_prefixes;  // of HiveMind's own tools behind MCP
    Injections injections;
    PromptComes prompt_comes;
    bool takes_summary_text;  // before a compaction: text that its summary is made by
    // What is printed; "" when there is nothing to say.
    std::string (*answer)(const ClientEvent& event, const HookReply& reply);
    // The variable in a hook's environment that names the directory the client was started for; "" when there is none.
    std::string_view project_variable = {};
};

// Every dialect there is, and the one of a client.
std::span<const Dialect* const> all_dialects();
const Dialect* find_dialect(std::string_view client);

EventKind kind_of_event(const Dialect& dialect, std::string_view name);

// Translated as far as it can be; what is missing stays empty.
ClientEvent read_event(const Dialect& dialect, json::object whole);

}  // namespace hm::hook
