#include "base/utf8.h"

namespace hm {
namespace {

bool is_continuation(unsigned char byte) {
    return (byte & 0xC0U) == 0x80U;
}

// The length of the well-formed sequence at the start of `text`, or 0.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    std::size_t length = 0;
    if (first >= 0xC2 && first <= 0xDF) length = 2;
    if ((first & 0xF0U) == 0xE0U) length = 3;
    if (first >= 0xF0 && first <= 0xF4) length = 4;
    if (length == 0 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (!is_continuation(byte(i))) return 0;
    }
    const unsigned char second = byte(1);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool surrogate = first == 0xED && second > 0x9F;
    const bool too_large = first == 0xF4 && second > 0x8F;
    return overlong || surrogate || too_large ? 0 : length;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::size_t count_characters(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) {
        if (!is_continuation(static_cast<unsigned char>(c))) ++count;
    }
    return count;
}

std::string_view first_characters(std::string_view text, std::size_t limit) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_continuation(static_cast<unsigned char>(text[i]))) continue;
        if (count == limit) return text.substr(0, i);
        ++count;
    }
    return text;
}

std::string shorten(std::string_view text, std::size_t limit) {
    if (limit == 0) return {};
    if (first_characters(text, limit).size() == text.size()) return std::string(text);
    return std::string(first_characters(text, limit - 1)) + "…";
}

std::string repair_utf8(std::string_view text) {
    std::string repaired;
    repaired.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        if (length == 0) {
            repaired += "\xEF\xBF\xBD";
            text.remove_prefix(1);
        } else {
            repaired += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return repaired;
}

}  // namespace hm
