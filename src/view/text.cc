#include "view/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/strings.h"

namespace hm {

std::string coarse_age(Duration age) {
    if (age < hours(1)) return fmt::format("{}m", age.ms > 0 ? age.ms / 60'000 : 0);
    if (age < hours(48)) return fmt::format("{}h", age.ms / 3'600'000);
    return fmt::format("{}d", age.ms / 86'400'000);
}

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

namespace {

unsigned byte_at(std::string_view text, std::size_t index) {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
}

// How many bytes to leave out here. Marks that turn the direction of text around can make it read as something else
// than it is, tag characters are read by models and seen by nobody, and control characters are none of XML's.
std::size_t bytes_left_out(std::string_view rest) {
    const unsigned first = byte_at(rest, 0);
    const unsigned second = byte_at(rest, 1);
    const unsigned third = byte_at(rest, 2);
    if (first < 0xC2) return 0;
    if (first == 0xC2) return second < 0xA0 ? 2 : 0;   // U+0080 to U+009F
    if (first == 0xD8) return second == 0x9C ? 2 : 0;  // U+061C
    if (first == 0xE2 && second == 0x80) {
        const bool is_mark = third == 0x8B || third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE);
        return is_mark ? 3 : 0;  // U+200B, U+200E, U+200F, U+2028 to U+202E
    }
    if (first == 0xE2 && second == 0x81) return third >= 0xA0 && third <= 0xAF ? 3 : 0;  // U+2060 to U+206F
    if (first == 0xEF && second == 0xBB) return third == 0xBF ? 3 : 0;                   // U+FEFF
    if (first == 0xEF && second == 0xBF) return third >= 0xBE ? 3 : 0;                   // U+FFFE, U+FFFF
    if (first == 0xF3 && second == 0xA0) return third == 0x80 || third == 0x81 ? 4 : 0;  // U+E0000 to U+E007F
    return 0;
}

// What stands for itself; most of a text does, and is copied as it is.
constexpr std::array<bool, 256> is_plain = [] {
    std::array<bool, 256> plain{};
    for (unsigned c = 0x20; c < 0x7F; ++c) plain.at(c) = c != '&' && c != '<' && c != '>' && c != '"' && c != '\'';
    plain['\n'] = true;
    plain['\t'] = true;
    return plain;
}();

void append_escaped(std::string& out, char c) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&apos;"; break;
        default:
            if (byte >= 0x20 && byte != 0x7F) out += c;
    }
}

}  // namespace

std::string escape_xml(std::string_view text) {
    const std::string repaired = is_valid_utf8(text) ? std::string() : repair_utf8(text);
    std::string_view rest = repaired.empty() ? text : repaired;
    std::string out;
    out.reserve(rest.size() + 16);
    while (!rest.empty()) {
        std::size_t plain = 0;
        while (plain < rest.size() && is_plain[byte_at(rest, plain)]) ++plain;
        out += rest.substr(0, plain);
        rest.remove_prefix(plain);
        if (rest.empty()) break;
        const std::size_t left_out = bytes_left_out(rest);
        if (left_out == 0) append_escaped(out, rest.front());
        rest.remove_prefix(left_out == 0 ? 1 : std::min(left_out, rest.size()));
    }
    return out;
}

std::string escape_xml_text(std::string_view text) {
    std::string out = escape_xml(text);
    for (const auto& [escaped, mark] :
         {std::pair<std::string_view, std::string_view>{"&quot;", "\""}, {"&apos;", "'"}}) {
        for (std::size_t at = out.find(escaped); at != std::string::npos; at = out.find(escaped, at + 1)) {
            out.replace(at, escaped.size(), mark);
        }
    }
    return out;
}

std::string xml_attribute(std::string_view name, std::string_view value) {
    if (value.empty()) return {};
    return " " + std::string(name) + "=\"" + escape_xml(value) + "\"";
}

namespace {

// Why, when the error itself says no more than its code.
std::string_view usual_reason(ErrorCode code) {
    switch (code) {
        case ErrorCode::invalid_input: return "The input does not have the form that is needed. Nothing was changed.";
        case ErrorCode::not_found: return "There is none in this project.";
        case ErrorCode::conflict: return "It does not fit what is stored now. Nothing was changed.";
        case ErrorCode::refused: return "It is not allowed here.";
        case ErrorCode::not_initialised: return "HiveMind works only in a project that was made one.";
        case ErrorCode::busy: return "Another process was writing for longer than this one may wait.";
        case ErrorCode::corrupt: return "The store cannot be trusted as it is.";
        case ErrorCode::newer_version: return "A newer HiveMind has written it.";
        case ErrorCode::read_only: return "The store must be writable, even to be read.";
        case ErrorCode::disk_full: return "There is no room left to write.";
        case ErrorCode::store_failed: return "The operating system or the disk did not allow it.";
        case ErrorCode::unsupported: return "This program does not know it.";
        case ErrorCode::io: return "The operating system did not allow it.";
    }
    return {};
}

}  // namespace

FourParts four_parts(const Error& error) {
    return {error.what, error.why.empty() ? std::string(usual_reason(error.code)) : error.why, error.remedy,
            error.evidence};
}

std::string to_text(const FourParts& parts) {
    std::string text = "WHAT: " + parts.what + "\n";
    if (!parts.why.empty()) text += "WHY: " + parts.why + "\n";
    if (!parts.use_instead.empty()) text += "USE INSTEAD: " + parts.use_instead + "\n";
    if (parts.evidence.size() == 1) text += "EVIDENCE: " + parts.evidence.front() + "\n";
    if (parts.evidence.size() > 1) {
        text += "EVIDENCE:\n";
        for (const std::string& line : parts.evidence) text += "  - " + line + "\n";
    }
    return text;
}

json::object to_json(const FourParts& parts) {
    json::array evidence;
    for (const std::string& line : parts.evidence) evidence.emplace_back(line);
    return {{"what", parts.what}, {"why", parts.why}, {"use_instead", parts.use_instead}, {"evidence", evidence}};
}

}  // namespace hm
