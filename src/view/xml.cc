#include "view/xml.h"

#include "base/utf8.h"

namespace hm {
namespace {

// Marks that turn the direction of text around can make it read as something else than it is.
bool is_direction_mark(std::string_view rest) {
    if (!rest.starts_with("\xE2\x80") && !rest.starts_with("\xE2\x81")) return false;
    const auto third = rest.size() > 2 ? static_cast<unsigned char>(rest[2]) : 0U;
    return rest[1] == '\x80' ? (third >= 0xAA && third <= 0xAE) : (third >= 0xA6 && third <= 0xA9);
}

void append_escaped(std::string& out, char c) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&apos;"; break;
        case '\n':
        case '\t': out += c; break;
        default:
            if (byte >= 0x20 && byte != 0x7F) out += c;
    }
}

}  // namespace

std::string escape_xml(std::string_view text) {
    const std::string repaired = is_valid_utf8(text) ? std::string(text) : repair_utf8(text);
    std::string out;
    out.reserve(repaired.size() + 16);
    for (std::size_t i = 0; i < repaired.size(); ++i) {
        const std::string_view rest = std::string_view(repaired).substr(i);
        if (is_direction_mark(rest)) {
            i += 2;
        } else if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
            i += 2;  // not characters of XML
        } else {
            append_escaped(out, repaired[i]);
        }
    }
    return out;
}

std::string xml_attribute(std::string_view name, std::string_view value) {
    if (value.empty()) return {};
    return " " + std::string(name) + "=\"" + escape_xml(value) + "\"";
}

}  // namespace hm
