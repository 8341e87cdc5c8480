#include "view/memory_text.h"

#include <gtest/gtest.h>

namespace hm {
namespace {

TEST(WordDiff, MarksWhatWentAndWhatCame) {
    EXPECT_EQ(word_diff("a b c", "a x c"), "a [-b-] {+x+} c");
    EXPECT_EQ(word_diff("a b", "a b c d"), "a b {+c d+}");
    EXPECT_EQ(word_diff("a b", ""), "[-a b-]");
    EXPECT_EQ(word_diff("", ""), "");
    EXPECT_EQ(word_diff("same  text", "same text"), "same text");
}

TEST(WordDiff, ShowsEndlessTextsWhole) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += "w ";
    EXPECT_EQ(word_diff(text, "x"), "[-" + text + "-] {+x+}");
}

}  // namespace
}  // namespace hm
