#include "base/strings.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace hm {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string_view file_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

namespace {

bool is_continuation(unsigned char byte) {
    return (byte & 0xC0U) == 0x80U;
}

constexpr std::uint64_t high_bits = 0x8080808080808080U;

std::uint64_t eight_bytes(const char* at) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
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
        while (text.size() >= sizeof(std::uint64_t) && (eight_bytes(text.data()) & high_bits) == 0) {
            text.remove_prefix(sizeof(std::uint64_t));
        }
        if (text.empty()) return true;
        const std::size_t length = sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::size_t count_characters(std::string_view text) {
    std::size_t count = text.size();
    while (text.size() >= sizeof(std::uint64_t)) {
        // A byte that continues a character has its highest bit set and the next one not.
        const std::uint64_t bytes = eight_bytes(text.data());
        count -= static_cast<std::size_t>(std::popcount(bytes & ~(bytes << 1U) & high_bits));
        text.remove_prefix(sizeof(std::uint64_t));
    }
    for (const char c : text) {
        if (is_continuation(static_cast<unsigned char>(c))) --count;
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

std::string shell_word(std::string_view text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:,@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string(text);
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

}  // namespace hm
