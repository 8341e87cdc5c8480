#include "domain/role.h"

#include <array>

namespace hm {
namespace {

using enum Permission;

constexpr unsigned looking = shell_bit(ShellClass::read) | shell_bit(ShellClass::git_read);
constexpr unsigned working = looking | shell_bit(ShellClass::build_test) | shell_bit(ShellClass::git_write) |
                             shell_bit(ShellClass::write) | shell_bit(ShellClass::network);
// A main agent works beside its person: what cannot be judged is advised against, and blocked in strict.
constexpr unsigned working_watched = working | shell_bit(ShellClass::unknown);

constexpr std::array<RoleProfile, 5> profiles{{
    {"solo", "Plans and executes.", yes, yes, yes, working_watched},
    {"coordinator", "Plans and gives work away; changes nothing itself.", no, yes, yes, looking},
    {"executor", "Does the task it was given.", yes, no, no, working},
    {"mcp", "Plans and remembers for a client without hooks; changes no file and runs nothing.", no, yes, yes, 0},
    {"investigator", "Reads and reports; changes nothing.", no, no, no, looking},
}};

}  // namespace

const RoleProfile& role_profile(std::string_view name) {
    for (const RoleProfile& profile : profiles) {
        if (profile.name == name) return profile;
    }
    return profiles.back();
}

}  // namespace hm
