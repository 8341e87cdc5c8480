#include "base/json.h"

#include <gtest/gtest.h>

#include <random>

namespace hm {
namespace {

TEST(ParseJson, ReadsEveryNumberAsItWasWritten) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> any(0.0, 1.0);
    for (int i = 0; i < 20'000; ++i) {
        const double written = any(random);
        const auto read = parse_json(to_text(json::array{written, 7, "x"}));
        ASSERT_TRUE(read.has_value());
        ASSERT_EQ(read->at(0).to_number<double>(), written);
        ASSERT_EQ(read->at(1).to_number<int>(), 7);
    }
}

TEST(ParseJson, ReadsDeepValuesButNotEndlessOnes) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_TRUE(parse_json(nested(100)).has_value());
    EXPECT_FALSE(parse_json(nested(100'000)).has_value());
}

TEST(ParseJson, SaysWhereItBreaks) {
    for (const char* text : {"", "{", "[1,", R"({"a":1}x)", R"({"a":})", "nul"}) {
        const auto read = parse_json(text);
        ASSERT_FALSE(read.has_value()) << text;
        EXPECT_NE(read.error().what.find("Broken JSON at byte"), std::string::npos);
    }
    EXPECT_EQ(to_text(*parse_json(" [1, 2.5, -3, 18446744073709551615] \n")), "[1,2.5E0,-3,18446744073709551615]");
}

TEST(ParseUnambiguousJson, RefusesAMemberThatIsNamedTwice) {
    for (const char* text : {R"({"a":1,"a":2})", R"({"a":1,"b":2,"a":1})", R"([{"x":{"a":1,"\u0061":2}}])"}) {
        EXPECT_TRUE(parse_json(text).has_value()) << text;
        EXPECT_FALSE(parse_unambiguous_json(text, 1000).has_value()) << text;
    }
    for (const char* text : {"{}", "[]", "5", R"({"a":{"a":[{"a":1},{"a":2}]},"b":{}})"}) {
        EXPECT_EQ(parse_unambiguous_json(text, 1000).value(), parse_json(text).value()) << text;
    }
    EXPECT_FALSE(parse_unambiguous_json(R"({"a":1})", 3).has_value());
}

}  // namespace
}  // namespace hm
