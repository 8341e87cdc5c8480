#include "view/role_text.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(RoleText, SaysWhatARoleMayAndMayNot) {
    const std::string investigator = role_text(*find_role({}, "investigator"));
    EXPECT_NE(investigator.find("Your role is investigator: you may read and search"), std::string::npos);
    EXPECT_GT(investigator.find("change files"), investigator.find("; not ")) << investigator;
    const std::string executor = role_text(*find_role({}, "executor"));
    EXPECT_LT(executor.find("change files"), executor.find("; not ")) << executor;
    EXPECT_LT(executor.size(), 300U) << "it is in every pack";
}

}  // namespace
}  // namespace hm
