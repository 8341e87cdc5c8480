// What changed between two texts, word by word: [-gone-] {+new+}. For people who review.
#pragma once

#include <string>
#include <string_view>

namespace hm {

// Texts of more than some hundred words are shown whole, one after the other.
std::string word_diff(std::string_view before, std::string_view after);

}  // namespace hm
