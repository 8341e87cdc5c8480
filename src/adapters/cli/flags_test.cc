#include "adapters/cli/entries.h"

#include <gtest/gtest.h>

namespace hm::cli {
namespace {

constexpr const char* one = "01a1e50d-5d0c-718d-bc60-aa1f68cc6341";
constexpr const char* other = "01a1e50d-5e9c-7354-8ba5-eb09ff2dc56f";

json::object parsed(std::string_view name, const Arguments& arguments) {
    const auto entry = find_entry(name);
    auto flags = parse_flags(arguments, entry->input, entry->positional);
    EXPECT_TRUE(flags.has_value()) << flags.error().what;
    return flags ? flags->input : json::object();
}

TEST(Flags, OfTwoBareIdsTheSecondIsTheNextField) {
    const json::object input = parsed("knowledge link", {one, other});
    EXPECT_EQ(text_member(input, "id"), one);
    EXPECT_EQ(text_member(input, "to"), other);
}

TEST(Flags, AnIdIsRecognisedBeforeItsTurn) {
    const json::object input = parsed("memory supersede", {one, "It moved."});
    EXPECT_EQ(text_member(input, "id"), one);
    EXPECT_EQ(text_member(input, "content"), "It moved.");
}

}  // namespace
}  // namespace hm::cli
