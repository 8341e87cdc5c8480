#include "engine/recall/query_words.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(QueryWords, KeepsWhatCarriesMeaning) {
    EXPECT_EQ(query_words("Why does the session_token expire, and how can we renew it?"),
              (std::vector<std::string>{"why", "session_token", "expire", "renew"}));
}

TEST(QueryWords, TakesEachWordOnceAndAtMostADozen) {
    EXPECT_EQ(query_words("cache Cache CACHE").size(), 1U);
    std::string many;
    for (int i = 0; i < 100; ++i) many += "word" + std::to_string(i) + " ";
    EXPECT_EQ(query_words(many).size(), max_query_words);
}

TEST(QueryWords, FindsNothingInNothing) {
    EXPECT_TRUE(query_words("").empty());
    EXPECT_TRUE(query_words("to be or not to be? \"*()").empty());
}

}  // namespace
}  // namespace hm
