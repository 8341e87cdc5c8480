#include "view/token_estimate.h"

namespace hm {

std::size_t estimate_tokens(std::string_view text) {
    std::size_t twelfths = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ';
        if (byte >= 0xC0) twelfths += 12;  // the first byte of a character of several
        if (byte < 0x80) twelfths += is_letter ? 3 : 4;
    }
    return (twelfths + 11) / 12;
}

}  // namespace hm
