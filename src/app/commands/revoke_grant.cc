// grant revoke: takes a grant back before its time.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "domain/grant.h"

namespace hm {
namespace {

struct RevokeGrant {
    Id id;
    static constexpr void fields(auto&& visit) { visit(field("id", &RevokeGrant::id, "The grant to take back.")); }
};

Result<Receipt> run(const RevokeGrant& input, const CommandContext& context) {
    HM_TRY_ASSIGN(std::optional<Grant> grant, find<Grant>(context.connection(), input.id, context.bad));
    if (!grant) {
        return fail(ErrorCode::not_found, fmt::format("No grant {}.", input.id.text()),
                    "Use an id from `hivemind grant list`.");
    }
    if (!is_in_force(*grant, context.now)) return Receipt{"The grant had already ended.", grant->id, grant->task_id};
    grant->revoked_at = context.now;
    grant->modified_at = context.now;
    HM_TRY(update(context.transaction, *grant));
    return Receipt{fmt::format("Took back the grant for {}.", grant->target.view()), grant->id, grant->task_id};
}

}  // namespace

Command revoke_grant() {
    return make_command<RevokeGrant, run>("grant revoke", "Take a grant back before its time.", "id", Access::person);
}

}  // namespace hm
