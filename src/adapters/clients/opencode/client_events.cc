#include "adapters/clients/opencode/client_events.h"

#include <array>

#include "adapters/clients/opencode/dialect.h"

namespace hm::opencode {
namespace {

struct ClientEvent {
    AgentIdentity who;
    const json::object& properties;
};

using Translate = std::optional<AgentEvent> (*)(ClientEvent event);

std::int64_t number_member(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

std::optional<AgentEvent> created(ClientEvent event) {
    if (event.who.parent_session.empty()) return SessionStart{std::move(event.who), {}};
    const std::string_view title = text_member(object_member(event.properties, "info"), "title");
    return SubagentStart{std::move(event.who), std::string(title)};
}

std::optional<AgentEvent> rests(ClientEvent event) {
    return SessionRests{std::move(event.who), last_answer(event.properties), messages_told(event.properties)};
}

std::optional<AgentEvent> failed(ClientEvent event) {
    return failure_told(std::move(event.who), object_member(event.properties, "error"));
}

std::optional<AgentEvent> answered(ClientEvent event) {
    return usage_told(std::move(event.who), object_member(object_member(event.properties, "info"), "tokens"),
                      event.properties.if_contains("contextWindow"));
}

std::optional<AgentEvent> split(ClientEvent event) {
    return SessionSplit{std::move(event.who), std::string(text_member(event.properties, "fresh"))};
}

std::optional<AgentEvent> permission_asked_for(ClientEvent event) {
    return PermissionAsked{std::move(event.who), std::string(text_member(event.properties, "permission")),
                           patterns_of(event.properties)};
}

template <class Event>
std::optional<AgentEvent> only_who(ClientEvent event) {
    return Event{std::move(event.who)};
}

struct Known {
    std::string_view type;
    Translate translate;
};

constexpr std::array<Known, 9> known_events{{
    {"session.created", created},
    {"session.updated", only_who<SessionSeen>},
    {"session.idle", rests},
    {"session.compacted", only_who<AfterCompact>},
    {"session.deleted", only_who<SessionDeleted>},
    {"session.error", failed},
    {"session.split", split},
    {"message.updated", answered},
    {"permission.asked", permission_asked_for},
}};

}  // namespace

AgentEvent failure_told(AgentIdentity who, const json::object& error) {
    const std::string_view name = text_member(error, "name");
    if (name == "MessageAbortedError") return TurnCancelled{std::move(who)};
    return ClientError{std::move(who), std::string(name),
                       std::string(text_member(object_member(error, "data"), "message"))};
}

// What an answer was made from is what the context holds now.
std::optional<AgentEvent> usage_told(AgentIdentity who, const json::object& tokens, const json::value* window) {
    const json::object& cache = object_member(tokens, "cache");
    Usage told{std::move(who),
               number_member(tokens, "input") + number_member(tokens, "output") + number_member(cache, "read") +
                   number_member(cache, "write"),
               std::nullopt};
    if (window != nullptr && window->is_int64() && window->get_int64() > 0) told.window = window->get_int64();
    if (told.tokens <= 0) return std::nullopt;
    return told;
}

std::optional<AgentEvent> event_told(const json::object& input, AgentIdentity who) {
    const std::string_view type = text_member(input, "type");
    const json::object& properties = object_member(input, "properties");
    // The one event without a session.
    if (type == "file.edited") return FileEdited{std::string(text_member(properties, "file"))};
    const json::object& info = object_member(properties, "info");
    if (who.session.empty()) who.session = text_member(properties, "sessionID");
    if (who.session.empty()) who.session = text_member(info, "id");
    if (who.session.empty()) return std::nullopt;
    if (who.parent_session.empty()) who.parent_session = text_member(info, "parentID");
    for (const Known& known : known_events) {
        if (known.type == type) return known.translate({std::move(who), properties});
    }
    return std::nullopt;
}

}  // namespace hm::opencode
