#include "view/role_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/enum_names.h"

namespace hm {

std::string role_text(const Role& role) {
    std::vector<std::string> may{"read and search", "save what you find"};
    std::vector<std::string> may_not;
    const auto sort = [&](bool is_allowed, std::string_view what) { (is_allowed ? may : may_not).emplace_back(what); };
    sort(role.write_files, "change files");
    sort(role.work_on_tasks, "start and end tasks");
    sort(role.plan, "make and change plans");
    sort(role.delegate, "give work to others");
    std::vector<std::string_view> classes;
    for (const ShellClass each : role.shell_classes) classes.push_back(name_of(each));
    sort(!classes.empty(), classes.empty()
                               ? std::string("run shell commands")
                               : fmt::format("run shell commands of the classes {}", fmt::join(classes, " ")));
    const std::string refused = may_not.empty() ? std::string() : fmt::format("; not {}", fmt::join(may_not, ", "));
    return fmt::format("Your role is {}: you may {}{}.", role.name.view(), fmt::join(may, ", "), refused);
}

}  // namespace hm
