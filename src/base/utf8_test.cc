#include "base/strings.h"

#include <gtest/gtest.h>

#include <random>

namespace hm {
namespace {

// Pieces of every length, well formed and not, so that each stands at every place among eight bytes.
std::string made_up(std::mt19937& chance, bool well_formed) {
    static const std::string pieces[] = {"a", "word", "\xC3\xBC", "\xE2\x80\xA6", "\xF0\x9F\x99\x82", "\x7F"};
    static const std::string broken[] = {"\x80", "\xC3", "\xE2\x80", "\xED\xA0\x80", "\xC0\xAF", "\xFF"};
    std::string text;
    const unsigned count = chance() % 12;
    const unsigned at = chance() % (count + 1);
    for (unsigned i = 0; i <= count; ++i) {
        if (!well_formed && i == at) text += broken[chance() % 6] + "-";
        if (i < count) text += pieces[chance() % 6];
    }
    return text;
}

TEST(Utf8, CountsCharactersLikeOneByOne) {
    std::mt19937 chance(5);
    for (int i = 0; i < 5000; ++i) {
        const std::string text = made_up(chance, true);
        std::size_t count = 0;
        for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) == 0x80U ? 0 : 1;
        EXPECT_EQ(count_characters(text), count) << text;
        EXPECT_TRUE(is_valid_utf8(text)) << text;
    }
}

TEST(Utf8, FindsWhatIsNotWellFormedWhereverItStands) {
    std::mt19937 chance(6);
    for (int i = 0; i < 5000; ++i) {
        const std::string text = made_up(chance, false);
        EXPECT_FALSE(is_valid_utf8(text)) << text;
        EXPECT_TRUE(is_valid_utf8(repair_utf8(text))) << text;
    }
}

}  // namespace
}  // namespace hm
