#include "app/new_event.h"

#include <algorithm>

#include "base/utf8.h"

namespace hm {

Event new_event(std::string_view kind, std::string_view summary, const Actor& actor, Time at, IdSource& ids) {
    Event event;
    event.id = ids.next(at);
    event.at = at;
    std::string name(kind);
    std::replace(name.begin(), name.end(), ' ', '.');
    auto word = Word::make(std::move(name));
    HM_ASSERT(word.has_value());
    event.kind = std::move(*word);
    event.actor = actor.kind;
    if (auto role = Word::make(actor.role)) event.role = std::move(*role);
    event.session_id = actor.session_id;
    if (auto line = Sentence::make(shorten(repair_utf8(summary), Sentence::max_characters))) {
        event.summary = std::move(*line);
    }
    return event;
}

void set_request_id(Event& event, std::string_view request_id) {
    if (auto key = Text<1, 120>::make(std::string(request_id))) event.request_id = std::move(*key);
}

}  // namespace hm
