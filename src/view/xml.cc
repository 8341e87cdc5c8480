#include "view/xml.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"

namespace hm {
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

}  // namespace hm
