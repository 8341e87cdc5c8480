// role set: describes a role of the project, or one that comes with the program in the project's own way. An agent of
// that name has it from then on.
#include <fmt/format.h>

#include <algorithm>

#include "app/commands/commands.h"
#include "store/sql/settings.h"

namespace hm {
namespace {

constexpr std::size_t most_roles = 50;

Result<Receipt> run(const Role& input, const CommandContext& context) {
    std::vector<Role> roles = context.settings.roles;
    const auto known =
        std::find_if(roles.begin(), roles.end(), [&](const Role& role) { return role.name == input.name; });
    const bool is_new = known == roles.end();
    if (is_new && roles.size() == most_roles) {
        return fail(ErrorCode::conflict, fmt::format("A role {} beside {} others.", input.name.view(), most_roles),
                    "Remove one with `hivemind role remove` first.");
    }
    is_new ? roles.push_back(input) : void(*known = input);
    HM_TRY(save_setting(context.transaction, "roles", encode(roles)));
    return Receipt{fmt::format("{} the role {}.", is_new ? "Described" : "Changed", input.name.view()), std::nullopt,
                   std::nullopt};
}

}  // namespace

Command set_role() {
    return make_command<Role, run>("role set", "Describe what agents of a role may do; what is left out they may not.",
                                   "name", Access::person);
}

}  // namespace hm
