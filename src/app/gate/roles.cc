// role set, role remove, role list.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/command/catalog.h"
#include "store/queries/settings.h"
#include "view/text.h"

namespace hm {

// role set: describes a role of the project, or one that comes with the program in the project's own way. An agent of
// that name has it from then on.

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
    return loosening(make_command<Role, run>(
        "role set", "Describe what agents of a role may do; what is left out they may not.", "name", Access::person));
}

// role remove: the project no longer describes a role; one that comes with the program is as it came.

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
    return loosening(make_command<RemoveRole, run>("role remove", "Take back what the project says about a role.",
                                                   "name", Access::person));
}

// role list: what agents of each role may do.

namespace {

struct ListRoles {
    static constexpr void fields(auto&&) {}
};

std::string role_text(const Role& role, bool is_own) {
    std::vector<std::string> rights;
    if (role.write_files) rights.emplace_back("write files");
    if (role.plan) rights.emplace_back("plan");
    if (role.delegate) rights.emplace_back("delegate");
    if (role.work_on_tasks) rights.emplace_back("work on tasks");
    std::vector<std::string> classes;
    for (const ShellClass each : role.shell_classes) classes.emplace_back(name_of(each));
    std::string text = fmt::format("{}{}  {}\n    may {}; shell: {}\n", plain_text(role.name.view()),
                                   is_own ? " (the project's own)" : "",
                                   role.sentence ? plain_text(role.sentence->view()) : std::string(),
                                   rights.empty() ? "only look" : fmt::format("{}", fmt::join(rights, ", ")),
                                   classes.empty() ? "none" : fmt::format("{}", fmt::join(classes, ", ")));
    for (const Word& tool : role.tools) text += fmt::format("    tool {}\n", plain_text(tool.view()));
    for (const FilePath& path : role.paths) text += fmt::format("    path {}\n", plain_text(path.view()));
    return text;
}

Result<Answer> run(const ListRoles&, const QueryContext& context) {
    json::array data;
    std::string text;
    const std::vector<Role>& own = context.settings.roles;
    for (const Role& role : own) {
        data.push_back(encode(role));
        text += role_text(role, true);
    }
    for (const Role& role : shipped_roles()) {
        if (find_role(own, role.name.view()) != &role) continue;
        data.push_back(encode(role));
        text += role_text(role, false);
    }
    return Answer{std::move(data), std::move(text)};
}

}  // namespace

Query list_roles() {
    return make_query<ListRoles, run>("role list", "Show what agents of each role may do.", {},
                                      &shape_of<std::vector<Role>>);
}

}  // namespace hm
