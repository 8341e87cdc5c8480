#include "app/graph/acting.h"

#include <fmt/format.h>

#include "domain/session.h"

namespace hm {
namespace {

Error not_of_this_role(std::string_view act, const CommandContext& context, std::string remedy) {
    const std::string& name = context.actor.role;
    const Role& role = role_or_least(context.settings.roles, name);
    return {ErrorCode::refused,
            fmt::format("{} by the role {}.", act, name),
            std::move(remedy),
            fmt::format("The role is: {}", role.sentence ? role.sentence->view() : "not described"),
            {fmt::format("role {}", name)}};
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

Result<void> check_role_may(bool Role::* right, std::string_view act, const CommandContext& context) {
    const std::string& name = context.actor.role;
    if (name.empty() || role_or_least(context.settings.roles, name).*right) return {};
    return fail(not_of_this_role(act, context, "Report what is needed, and let the coordinator or the person do it."));
}

Result<void> check_role_works(const CommandContext& context, std::string_view act) {
    const std::string& name = context.actor.role;
    if (name.empty() || role_or_least(context.settings.roles, name).work_on_tasks) return {};
    return fail(not_of_this_role(act, context, "Give the task away: govern_delegate with {\"action\":\"assign\"}."));
}

}  // namespace hm
