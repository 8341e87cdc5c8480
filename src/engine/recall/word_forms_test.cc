#include "engine/recall/query_words.h"

#include <gtest/gtest.h>

#include "domain/words.h"

namespace hm {
namespace {

std::vector<std::string> stems_of(std::string_view words) {
    return search_words(words);
}

TEST(WordForms, MeetInAnyDirection) {
    EXPECT_EQ(other_forms(stems_of("choose").front()), stems_of("chose chosen"));
    EXPECT_EQ(other_forms(stems_of("chosen").front()), stems_of("choose chose"));
    EXPECT_EQ(other_forms(stems_of("bought").front()), stems_of("buying"));
    EXPECT_EQ(other_forms(stems_of("went").front()), stems_of("go gone"));
    EXPECT_EQ(other_forms(stems_of("indices").front()), stems_of("index"));
    EXPECT_EQ(other_forms(stems_of("people").front()), stems_of("person"));
}

TEST(WordForms, LeaveWordsAloneThatFollowTheRules) {
    for (const std::string_view word : {"token", "expired", "left", "bit", "", "retryCount"}) {
        const auto stems = stems_of(word);
        EXPECT_TRUE(other_forms(stems.empty() ? "" : stems.front()).empty()) << word;
    }
}

}  // namespace
}  // namespace hm
