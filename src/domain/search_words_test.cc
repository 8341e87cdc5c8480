#include "domain/search_words.h"

#include <gtest/gtest.h>

#include "domain/stem.h"

namespace hm {
namespace {

using Words = std::vector<std::string>;

TEST(Stem, MeetsTheFormsOfAWord) {
    EXPECT_EQ(stem_of("connected"), "connect");
    EXPECT_EQ(stem_of("connections"), "connect");
    EXPECT_EQ(stem_of("caresses"), "caress");
    EXPECT_EQ(stem_of("ponies"), "poni");
    EXPECT_EQ(stem_of("hopping"), "hop");
    EXPECT_EQ(stem_of("hoping"), "hope");
    EXPECT_EQ(stem_of("relational"), "relat");
    EXPECT_EQ(stem_of("probate"), "probat");
    EXPECT_EQ(stem_of("controlling"), "control");
    EXPECT_EQ(stem_of("sky"), "sky");
    EXPECT_EQ(stem_of("v2x"), "v2x");
    EXPECT_EQ(stem_of("ab"), "ab");
}

TEST(SearchWords, LeavesOutStopWordsAndFoldsCase) {
    EXPECT_EQ(search_words("Why does the Token expire, and how can we renew it?"), (Words{"token", "expir", "renew"}));
    EXPECT_TRUE(search_words("to be or not to be? \"*()").empty());
    EXPECT_TRUE(search_words("").empty());
}

TEST(SearchWords, SplitsIdentifiersAndKeepsThemWhole) {
    EXPECT_EQ(search_words("retryCount"), (Words{"retri", "count", "retrycount"}));
    EXPECT_EQ(search_words("HTTPServer"), (Words{"http", "server", "httpserver"}));
    EXPECT_EQ(search_words("session_token"), (Words{"session", "token", "sessiontoken"}));
    EXPECT_EQ(search_words("src/store/memory.cc"), (Words{"src", "store", "memori", "cc"}));
}

TEST(SearchWords, ReadsNamesNumbersAndOtherScripts) {
    EXPECT_EQ(search_words("Caroline's dog’s R2D2 8 5"), (Words{"carolin", "dog", "r2", "d2", "r2d2", "8", "5"}));
    EXPECT_EQ(search_words("Größe NAÏVE"), (Words{"grose", "naiv"}));
    EXPECT_EQ(search_words("ТЕСТ тест"), (Words{"тест", "тест"}));
    EXPECT_EQ(search_words("日本語"), (Words{"日本", "本語"}));
    EXPECT_EQ(search_words("水"), (Words{"水"}));
}

TEST(SearchWords, SurvivesBrokenAndEndlessText) {
    EXPECT_NO_FATAL_FAILURE(search_words("\xF0\x9F"));
    EXPECT_NO_FATAL_FAILURE(search_words("\xE2"));
    EXPECT_TRUE(search_words(std::string(100'000, 'x')).empty());
    EXPECT_EQ(search_words("’’'''s").size(), 0U);
}

TEST(SearchWordsLike, KeepsThePlacesOfTheWordsAskedFor) {
    const Words asked = search_words("renewing tokens");
    const Words found = search_words_like("The issuer renews every token", beginnings_of(asked));
    ASSERT_EQ(found.size(), search_words("The issuer renews every token").size());
    EXPECT_EQ(found[1], "renew");
    EXPECT_EQ(found.back(), "token");
}

}  // namespace
}  // namespace hm
