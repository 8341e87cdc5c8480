#include "app/graph/acting.h"

#include <fmt/format.h>

#include "domain/session.h"

namespace hm {
namespace {

Error not_of_this_role(std::string_view act, const Actor& actor, std::string remedy) {
    return {ErrorCode::refused,
            fmt::format("{} by the role {}.", act, actor.role),
            std::move(remedy),
            fmt::format("The role is: {}", role_profile(actor.role).sentence),
            {fmt::format("role {}", actor.role)}};
}

}  // namespace

Result<Acting> acting(const CommandContext& context) {
    Acting who{.agent = {}, .role = context.actor.role, .name = {}};
    if (context.actor.session_id) {
        HM_TRY_ASSIGN(const auto session, find<Session>(context.connection(), *context.actor.session_id, context.bad));
        if (session && session->agent) who.agent = session->agent->str();
    }
    HM_TRY_ASSIGN(who.name, Word::make(who.agent.empty() ? actor_name(context.actor) : who.agent));
    return who;
}

Result<void> check_role_may(Permission RoleProfile::* permission, std::string_view act, const Actor& actor) {
    if (actor.role.empty() || role_profile(actor.role).*permission == Permission::yes) return {};
    return fail(not_of_this_role(act, actor, "Report what is needed, and let the coordinator or the person do it."));
}

Result<void> check_role_works(const Actor& actor, std::string_view act) {
    if (actor.role.empty()) return {};
    const RoleProfile& profile = role_profile(actor.role);
    if (profile.delegate == Permission::no || profile.write_files == Permission::yes) return {};
    return fail(not_of_this_role(act, actor, "Give the task away: govern_delegate with {\"action\":\"assign\"}."));
}

}  // namespace hm
