#include "domain/role.h"

#include <array>

namespace hm {
namespace {

using enum Permission;

constexpr std::array<RoleProfile, 4> profiles{{
    {"solo", "Plans and executes.", yes, yes, yes, yes},
    {"coordinator", "Plans and gives work away; changes nothing itself.", no, no, yes, yes},
    {"executor", "Does the task it was given.", yes, yes, no, no},
    {"investigator", "Reads and reports; changes nothing.", no, no, no, no},
}};

}  // namespace

const RoleProfile& role_profile(std::string_view name) {
    for (const RoleProfile& profile : profiles) {
        if (profile.name == name) return profile;
    }
    return profiles.back();
}

}  // namespace hm
