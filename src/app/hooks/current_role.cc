#include "app/hooks/current_role.h"

#include "store/sql/delegation.h"

namespace hm {
namespace {

// The profiles that `init` writes carry our name in front, so that they stand apart from a person's own.
std::string_view without_prefix(std::string_view agent) {
    constexpr std::string_view prefix = "hivemind-";
    return agent.starts_with(prefix) ? agent.substr(prefix.size()) : agent;
}

}  // namespace

std::string agent_name(const Session& session, std::string_view told) {
    if (!told.empty()) return std::string(told);
    return session.agent ? session.agent->str() : std::string();
}

Result<void> take_current_role(Session& session, std::string_view agent, const Settings& settings,
                               Connection& connection, BadRows& bad) {
    const bool is_child = session.parent_session_id.has_value();
    agent = without_prefix(agent);
    // A child never has the rights of a main agent, whatever it is called.
    const Role* profile = is_child && agent == solo_role ? nullptr : find_role(settings.roles, agent);
    if (profile != nullptr) {
        session.role = profile->name;
        return {};
    }
    if (!is_child) return {};
    HM_TRY_ASSIGN(const auto delegation, delegation_worked_on(connection, session.id, bad));
    if (delegation) session.role = delegation->to_role;
    return {};
}

}  // namespace hm
