#include "view/token_estimate.h"

#include <array>
#include <cstdint>

namespace hm {
namespace {

// By byte: letters and spaces, other signs, the first byte of a character of several, and those after it.
constexpr std::array<std::uint8_t, 256> twelfths_of = [] {
    std::array<std::uint8_t, 256> twelfths{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == ' ';
        if (byte < 0x80) twelfths.at(byte) = is_letter ? 3 : 4;
        if (byte >= 0xC0) twelfths.at(byte) = 12;
    }
    return twelfths;
}();

}  // namespace

std::size_t estimate_tokens(std::string_view text) {
    std::size_t twelfths = 0;
    for (const char c : text) twelfths += twelfths_of[static_cast<unsigned char>(c)];
    return (twelfths + 11) / 12;
}

}  // namespace hm
