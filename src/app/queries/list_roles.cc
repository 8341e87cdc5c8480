// role list: what agents of each role may do.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/queries/queries.h"
#include "view/plain_text.h"

namespace hm {
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
