#include "app/undo_review.h"

#include <fmt/format.h>

#include "app/catalog.h"
#include "store/sql/change.h"

namespace hm {
namespace {

constexpr std::int64_t most_events = 200;

Result<std::optional<Event>> last_review(const Id& id, Connection& connection) {
    BadRows bad;
    HM_TRY_ASSIGN(std::vector<Event> events, events_about(connection, id, most_events, bad));
    for (Event& event : events) {
        if (!event.kind.view().starts_with("review.")) continue;
        HM_TRY_ASSIGN(const auto undo, undone_by(connection, event.seq));
        if (!undo) return std::move(event);
    }
    return std::nullopt;
}

}  // namespace

Result<Receipt> undo_review(const Id& id, const Actor& actor, Workspace& workspace) {
    HM_TRY_ASSIGN(const auto review, last_review(id, workspace.store.connection()));
    if (!review) {
        return fail(ErrorCode::not_found, fmt::format("No review of {} is in force.", id.text()),
                    "`hivemind review` lists what nobody has looked at; `hivemind log` what was done.");
    }
    return execute(*find_command("undo"), {json::object{{"event", std::to_string(review->seq)}}, actor}, workspace);
}

}  // namespace hm
