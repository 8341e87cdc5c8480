#include "adapters/clients/opencode/client_events.h"

#include <array>

#include "adapters/clients/opencode/dialect.h"
#include "adapters/clients/opencode/orders.h"
#include "app/event/hook_frame.h"
#include "app/hooks/before_stop.h"
#include "app/hooks/client_reported.h"
#include "app/hooks/compaction.h"
#include "app/hooks/resume_turn.h"
#include "app/hooks/session_events.h"

namespace hm::opencode {
namespace {

struct ClientEvent {
    AgentIdentity who;
    const json::object& properties;
    LaterWork& later;
    json::object reply = {};
};

using Follow = Result<void> (*)(ClientEvent& event, Workspace& workspace);

std::int64_t number_member(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

Result<void> created(ClientEvent& event, Workspace& workspace) {
    if (!event.who.parent_session.empty()) {
        return subagent_start(event.who, text_member(object_member(event.properties, "info"), "title"), workspace);
    }
    HM_TRY(note_session_start({event.who, {}}, workspace));
    event.later.session_began(event.who);
    if (const auto warnings = session_warnings(event.who, workspace)) {
        if (warnings->broken_chain) add_warning(event.reply, *warnings->broken_chain);
        if (warnings->stale) add_log(event.reply, "warn", *warnings->stale);
    }
    return {};
}

Result<void> deleted(ClientEvent& event, Workspace& workspace) {
    HM_TRY(session_end(part_of(event.who, "end"), workspace));
    event.later.session_ended(event.who);
    return {};
}

Result<void> rests(ClientEvent& event, Workspace& workspace) {
    event.later.session_rests(event.who);
    const std::string answer = last_answer(event.properties);
    HM_TRY(subagent_stop(part_of(event.who, "child"), answer, workspace));
    HM_TRY(note_turn_end({part_of(event.who, "turn"), answer, false}, workspace));
    return add_split(event.reply, part_of(event.who, "split"), event.properties, workspace);
}

Result<void> met_error(ClientEvent& event, Workspace& workspace) {
    const json::object& error = object_member(event.properties, "error");
    const std::string_view name = text_member(error, "name");
    const std::string_view message = text_member(object_member(error, "data"), "message");
    if (name != "MessageAbortedError") return session_error(event.who, name, message, workspace);
    HM_TRY_ASSIGN(const bool is_by_order, was_recalled(event.who, workspace));
    // What we had aborted is no cancel of the person's.
    if (!is_by_order) return note_turn_end({event.who, {}, true}, workspace);
    return {};
}

// An answer came to its end: what it was made from is what the context holds now.
Result<void> answered(ClientEvent& event, Workspace& workspace) {
    const json::object& tokens = object_member(object_member(event.properties, "info"), "tokens");
    const json::object& cache = object_member(tokens, "cache");
    Usage told{event.who,
               number_member(tokens, "input") + number_member(tokens, "output") + number_member(cache, "read") +
                   number_member(cache, "write"),
               std::nullopt};
    if (const std::int64_t window = number_member(event.properties, "contextWindow"); window > 0) told.window = window;
    if (told.tokens > 0) HM_TRY(usage(told, workspace));
    return {};
}

struct Known {
    std::string_view type;
    Follow follow;
};

constexpr std::array<Known, 9> known_events{{
    {"session.created", created},
    {"session.updated",
     [](ClientEvent& event, Workspace& workspace) -> Result<void> {
         HM_TRY(session_of(event.who, &Settings::record_deadline, workspace));
         return {};
     }},
    {"session.idle", rests},
    {"session.compacted", [](ClientEvent& event, Workspace& workspace) { return after_compact(event.who, workspace); }},
    {"session.deleted", deleted},
    {"session.error", met_error},
    {"session.split",
     [](ClientEvent& event, Workspace& workspace) {
         return link_fresh(event.who, text_member(event.properties, "fresh"), workspace);
     }},
    {"message.updated", answered},
    {"permission.asked",
     [](ClientEvent& event, Workspace& workspace) {
         return permission_asked(event.who, text_member(event.properties, "permission"), patterns_of(event.properties),
                                 workspace);
     }},
}};

}  // namespace

void add_late_warning(json::object& reply, const AgentIdentity& who, Workspace& workspace) {
    const auto warnings = session_warnings(who, workspace);
    if (warnings && warnings->stale) add_log(reply, "warn", *warnings->stale);
}

Result<json::object> take_event(const json::object& input, AgentIdentity who, const std::filesystem::path& directory,
                                LaterWork& later, Workspace& workspace) {
    const std::string_view type = text_member(input, "type");
    const json::object& properties = object_member(input, "properties");
    // The one event without a session.
    if (type == "file.edited") {
        HM_TRY(file_edited(text_member(properties, "file"), directory, workspace));
        return json::object{};
    }
    const json::object& info = object_member(properties, "info");
    if (who.session.empty()) who.session = text_member(properties, "sessionID");
    if (who.session.empty()) who.session = text_member(info, "id");
    if (who.session.empty()) return json::object{};
    if (who.parent_session.empty()) who.parent_session = text_member(info, "parentID");
    ClientEvent event{std::move(who), properties, later};
    for (const Known& known : known_events) {
        if (known.type == type) HM_TRY(known.follow(event, workspace));
    }
    return std::move(event.reply);
}

}  // namespace hm::opencode
