// Role: what an agent may do, as data. A main agent without a profile is solo; a subagent without one is an
// investigator; an unknown name gets the least.
#pragma once

#include <string_view>

#include "base/enum_names.h"

namespace hm {

HM_ENUM(Permission, no, yes)

struct RoleProfile {
    std::string_view name;
    std::string_view sentence;
    Permission write_files = Permission::no;
    Permission run_shell = Permission::no;
    Permission delegate = Permission::no;
    Permission plan = Permission::no;
};

inline constexpr std::string_view solo_role = "solo";
inline constexpr std::string_view investigator_role = "investigator";

// The profile of that name, or the one that may do least.
const RoleProfile& role_profile(std::string_view name);

}  // namespace hm
