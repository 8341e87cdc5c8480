// Role: what an agent may do, as data. A main agent without a profile is solo; a subagent without one is an
// investigator; an unknown name gets the least.
#pragma once

#include <string_view>

#include "base/enum_names.h"
#include "domain/shell_class.h"

namespace hm {

HM_ENUM(Permission, no, yes)

struct RoleProfile {
    std::string_view name;
    std::string_view sentence;
    Permission write_files = Permission::no;
    Permission delegate = Permission::no;
    Permission plan = Permission::no;
    unsigned shell_classes = 0;  // bits of shell_bit()
};

constexpr unsigned shell_bit(ShellClass shell_class) {
    return 1U << static_cast<unsigned>(shell_class);
}

constexpr bool may_run(const RoleProfile& profile, ShellClass shell_class) {
    return (profile.shell_classes & shell_bit(shell_class)) != 0;
}

inline constexpr std::string_view solo_role = "solo";
inline constexpr std::string_view investigator_role = "investigator";
inline constexpr std::string_view mcp_role = "mcp";

// The profile of that name, or the one that may do least.
const RoleProfile& role_profile(std::string_view name);

}  // namespace hm
