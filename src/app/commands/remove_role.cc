// role remove: the project no longer describes a role; one that comes with the program is as it came.
#include <fmt/format.h>

#include <algorithm>

#include "app/commands/commands.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

struct RemoveRole {
    Word name;
    static constexpr void fields(auto&& visit) { visit(same_as(&Role::name, &RemoveRole::name)); }
};

Result<Receipt> run(const RemoveRole& input, const CommandContext& context) {
    std::vector<Role> roles = context.settings.roles;
    const auto gone = std::erase_if(roles, [&](const Role& role) { return role.name == input.name; });
    if (gone == 0) {
        return fail(ErrorCode::not_found, fmt::format("The project describes no role {}.", input.name.view()),
                    "Use a name that `hivemind role list` marks as the project's own.");
    }
    HM_TRY(save_setting(context.transaction, "roles", encode(roles)));
    return Receipt{fmt::format("Removed the role {}.", input.name.view()), std::nullopt, std::nullopt};
}

}  // namespace

Command remove_role() {
    return make_command<RemoveRole, run>("role remove", "Take back what the project says about a role.", "name",
                                         Access::person);
}

}  // namespace hm
