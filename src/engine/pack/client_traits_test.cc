#include "engine/pack/delivery.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(InjectionBudget, IsTheSmallestOfTheClientsLimitTheSettingAndAShareOfTheWindow) {
    const ClientTraits opencode = traits_of("opencode");
    const ClientTraits claude = traits_of("claude-code");
    EXPECT_EQ(injection_budget(opencode, 15'000, std::nullopt), 15'000U);
    EXPECT_EQ(injection_budget(claude, 15'000, std::nullopt), 9'500U);
    EXPECT_EQ(injection_budget(claude, 4'000, std::nullopt), 4'000U);
    EXPECT_EQ(injection_budget(opencode, 15'000, 200'000), 15'000U);
    EXPECT_EQ(injection_budget(opencode, 15'000, 10'000), 3'600U);
}

TEST(InjectionBudget, StaysWithinItsBounds) {
    EXPECT_EQ(injection_budget(traits_of("opencode"), 1, 100), smallest_budget);
    EXPECT_EQ(injection_budget(traits_of("opencode"), 9'000'000, std::nullopt), largest_budget);
}

TEST(InjectionBudget, RefusesALengthThatNoPackCanHave) {
    EXPECT_TRUE(check_pack_characters(500));
    EXPECT_TRUE(check_pack_characters(200'000));
    for (const std::int64_t wrong : {-5, 0, 499, 200'001}) EXPECT_FALSE(check_pack_characters(wrong)) << wrong;
}

TEST(ClientTraits, TreatsAnUnknownClientAsOneThatForgets) {
    EXPECT_EQ(traits_of("something else").context, ContextKind::ephemeral);
    EXPECT_EQ(traits_of("claude_code").context, ContextKind::accumulating);
    EXPECT_EQ(traits_of("opencode").context, ContextKind::attached);
}

}  // namespace
}  // namespace hm
