#include "domain/role.h"

#include <algorithm>

namespace hm {
namespace {

using enum ShellClass;

const std::vector<ShellClass> looking{read, git_read};
const std::vector<ShellClass> working{read, git_read, build_test, git_write, write, network};
// A main agent works beside its person: what cannot be judged is advised against, and blocked in strict.
const std::vector<ShellClass> working_watched{read, git_read, build_test, git_write, write, network, unknown};

Role shipped(std::string_view name, std::string_view sentence) {
    Role role;
    auto word = Word::make(std::string(name));
    auto said = Sentence::make(std::string(sentence));
    HM_ASSERT(word && said);
    role.name = std::move(*word);
    role.sentence = std::move(*said);
    return role;
}

std::vector<Role> make_shipped() {
    Role solo = shipped(solo_role, "Plans and executes.");
    solo.write_files = solo.plan = solo.delegate = solo.work_on_tasks = true;
    solo.shell_classes = working_watched;
    Role coordinator = shipped("coordinator", "Plans and gives work away; changes nothing itself.");
    coordinator.plan = coordinator.delegate = true;
    coordinator.shell_classes = looking;
    Role executor = shipped("executor", "Does the task it was given.");
    executor.write_files = executor.work_on_tasks = true;
    executor.shell_classes = working;
    Role mcp = shipped(mcp_role, "Plans and remembers for a client without hooks; changes no file and runs nothing.");
    mcp.plan = mcp.delegate = mcp.work_on_tasks = true;
    Role investigator = shipped(investigator_role, "Reads and reports; changes nothing.");
    investigator.work_on_tasks = true;
    investigator.shell_classes = looking;
    return {std::move(solo), std::move(coordinator), std::move(executor), std::move(mcp), std::move(investigator)};
}

const Role* among(std::span<const Role> roles, std::string_view name) {
    const auto found =
        std::find_if(roles.begin(), roles.end(), [&](const Role& role) { return role.name.view() == name; });
    return found == roles.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Role> shipped_roles() {
    static const std::vector<Role> roles = make_shipped();
    return roles;
}

const Role* find_role(std::span<const Role> own, std::string_view name) {
    const Role* found = among(own, name);
    return found != nullptr ? found : among(shipped_roles(), name);
}

const Role& role_or_least(std::span<const Role> own, std::string_view name) {
    const Role* found = find_role(own, name);
    // What a project wrote about investigators does not reach names that nobody described.
    return found != nullptr ? *found : shipped_roles().back();
}

bool may_run(const Role& role, ShellClass shell_class) {
    return std::find(role.shell_classes.begin(), role.shell_classes.end(), shell_class) != role.shell_classes.end();
}

}  // namespace hm
