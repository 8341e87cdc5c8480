#include "domain/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

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
    const Words found = search_words_like("The issuer renews every token", Beginnings(asked));
    ASSERT_EQ(found.size(), search_words("The issuer renews every token").size());
    EXPECT_EQ(found[1], "renew");
    EXPECT_EQ(found.back(), "token");
}

// What is looked for in many texts is told apart by its beginning; a stem that changed more of it would be missed.
TEST(SearchWords, AWordBeginsAsItsStemDoesButForTheLastLetters) {
    const std::array<std::string_view, 30> endings{
        "",     "s",       "es",      "ies",     "ed",    "ing",   "y",        "ily",   "ational", "tional",
        "ency", "ancy",    "izer",    "ably",    "ally",  "ently", "ization",  "ation", "ator",    "alism",
        "ably", "iveness", "fulness", "ousness", "ality", "ivity", "bilities", "icate", "ement",   "ion"};
    std::mt19937 chance(3);
    for (int i = 0; i < 20'000; ++i) {
        std::string word;
        const std::size_t length = 2 + chance() % 8;
        for (std::size_t at = 0; at < length; ++at) word += "bcdefgilmnoprstuyaz"[chance() % 19];
        word += endings.at(chance() % endings.size());
        if (chance() % 3 == 0) word += endings.at(chance() % endings.size());
        const std::string stem = stem_of(word);
        EXPECT_TRUE(Beginnings({stem}).may_begin(word)) << word << " -> " << stem;
    }
}

TEST(SearchWords, LikeOnesAreTheSameAsAllOfThem) {
    const std::string text =
        "The connection relates to HTTPServer's retryCount; she's happily connecting, isn't she? "
        "Über-große Añoranza 東京タワー valency relational rating rated";
    const Words asked{"connect", "relat", "http", "retrycount", "happili", "valenc", "rate", "gross"};
    const Words all = search_words(text);
    const Words like = search_words_like(text, Beginnings(asked));
    ASSERT_EQ(all.size(), like.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool is_asked = std::find(asked.begin(), asked.end(), all[i]) != asked.end();
        EXPECT_TRUE(all[i] == like[i] || (like[i].empty() && !is_asked)) << all[i] << " / " << like[i];
    }
}

TEST(StopWords, AreFoundAndNothingElseIs) {
    for (const char* word : {"a", "i", "the", "youve", "wouldnt", "arent", "zebra's", "your"}) {
        EXPECT_EQ(is_stop_word(word), std::string_view(word) != "zebra's") << word;
    }
    for (const char* word : {"", "b", "thee", "token", "theirs", "wouldntyou", "\xC3\xBC"}) {
        EXPECT_FALSE(is_stop_word(word)) << word;
    }
}

}  // namespace
}  // namespace hm
