#include "engine/recall/query_words.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(QueryWords, TakesEachWordOnceAndTheFirstSoMany) {
    EXPECT_EQ(query_words("Why does the token expire, and how can we renew expired tokens?"),
              (std::vector<std::string>{"token", "expir", "renew"}));
    std::string many;
    for (int i = 0; i < 100; ++i) many += fmt::format("word{} ", i);
    EXPECT_EQ(query_words(many).size(), max_query_words);
    EXPECT_TRUE(query_words("to be or not to be? \"*()").empty());
}

}  // namespace
}  // namespace hm
