// How many tokens a text is worth to a model, as far as can be told without its vocabulary: four plain characters a
// token, three where the text is dense with digits and signs, one character of another script each.
#pragma once

#include <cstddef>
#include <string_view>

namespace hm {

std::size_t estimate_tokens(std::string_view text);

// The most characters that surely stay within that many tokens, for setting a ceiling.
constexpr std::size_t characters_within_tokens(std::size_t tokens) {
    return tokens * 3;
}

}  // namespace hm
