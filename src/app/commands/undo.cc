// undo: takes back what an event changed. The undo is an event of its own, so it can be undone in turn.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/compensate.h"
#include "app/event_named.h"
#include "store/sql/change.h"

namespace hm {
namespace {

struct Undo {
    Text<1, 60> event;

    static constexpr void fields(auto&& visit) {
        visit(field("event", &Undo::event, "The event: its place in the trail as `hivemind log` shows it, or its id."));
    }
};

Result<Receipt> run(const Undo& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto event, event_named(context.connection(), input.event.view(), context.bad));
    if (!event) {
        return fail(ErrorCode::not_found, fmt::format("No event {}.", input.event.view()),
                    "Use a number from the first column of `hivemind log`.");
    }
    HM_TRY_ASSIGN(const Compensated done, compensate(*event, context));
    Receipt receipt{fmt::format("Undid event {}, {}: {} put back, {} taken out of use.", event->seq, event->kind.view(),
                                done.restored, done.taken_out),
                    event->subject_id, event->task_id};
    receipt.details[undoes_member] = event->seq;
    return receipt;
}

}  // namespace

Command undo() {
    return make_command<Undo, run>("undo", "Take back what an event changed.", "event", Access::person);
}

}  // namespace hm
