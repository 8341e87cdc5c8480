// pause: for a while the gate only records. For a person who must get work through; recorded, shown in the
// status, and told to the agents.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

constexpr Duration longest_pause = hours(24);

struct Pause {
    Duration duration;
    Sentence reason;

    static constexpr void fields(auto&& visit) {
        visit(field("for", &Pause::duration, "How long, at most 24h; 0s ends a pause."));
        visit(field("reason", &Pause::reason, "Why."));
    }
};

Result<Receipt> run(const Pause& input, const CommandContext& context) {
    if (input.duration > longest_pause) {
        return fail(ErrorCode::invalid_input, fmt::format("A pause of {}.", to_text(input.duration)),
                    "Pause for at most 24h; pause again when it must be longer.");
    }
    const Time until = context.now + input.duration;
    HM_TRY(save_setting(context.transaction, "paused_until", encode(until)));
    HM_TRY(save_setting(context.transaction, "pause_reason", encode(input.reason)));
    if (input.duration.ms == 0) return Receipt{"The gate is no longer paused.", std::nullopt, std::nullopt};
    return Receipt{fmt::format("The gate only records until {}: {}", to_iso(until), input.reason.view()), std::nullopt,
                   std::nullopt};
}

}  // namespace

Command pause() {
    return make_command<Pause, run>("pause", "Let the gate only record for a while.", "for reason", Access::person);
}

}  // namespace hm
