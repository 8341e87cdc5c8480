#include "view/plain_text.h"

namespace hm {

std::string plain_text(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // U+0080 to U+009F are control characters too; in UTF-8 they are C2 80 to C2 9F.
        const bool is_c1 = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
        if (is_c1) ++i;
        plain += is_c1 || byte < 0x20 || byte == 0x7F ? ' ' : text[i];
    }
    return plain;
}

}  // namespace hm
