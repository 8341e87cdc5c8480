#include "support/xml_check.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <vector>

#include "base/strings.h"

namespace hm::testing {
namespace {

bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_in_name(char c) {
    return begins_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::string problem() {
        if (!is_valid_utf8(text_)) return "not UTF-8";
        if (!element()) return problem_;
        skip_spaces();
        if (at_ != text_.size()) return failed("something behind the element"), problem_;
        return {};
    }

private:
    bool failed(std::string_view what) {
        if (problem_.empty()) {
            problem_ = fmt::format("{} at {}: {}", what, at_, text_.substr(at_ > 20 ? at_ - 20 : 0, 80));
        }
        return false;
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(std::string_view expected) {
        if (!text_.substr(at_).starts_with(expected)) return failed(fmt::format("no {}", expected));
        at_ += expected.size();
        return true;
    }
    void skip_spaces() {
        while (at_ < text_.size() && (peek() == ' ' || peek() == '\n' || peek() == '\t')) ++at_;
    }
    bool name(std::string& out) {
        if (!begins_name(peek())) return failed("no name");
        while (is_in_name(peek())) out += text_[at_++];
        return true;
    }
    bool reference() {
        constexpr std::array<std::string_view, 5> known{"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
        for (const std::string_view each : known) {
            if (text_.substr(at_).starts_with(each)) {
                at_ += each.size();
                return true;
            }
        }
        return failed("a bare ampersand");
    }
    // One character of text. Control characters are none of XML's, and marks that turn text around are none of ours.
    bool character() {
        const auto byte = static_cast<unsigned char>(peek());
        if (byte < 0x20 && byte != '\n' && byte != '\t') return failed("a control character");
        if (byte == 0x7F) return failed("a control character");
        const std::string_view rest = text_.substr(at_);
        for (const std::string_view mark : {"\xE2\x80\xAE", "\xE2\x80\x8F", "\xE2\x81\xA6", "\xEF\xBF\xBF"}) {
            if (rest.starts_with(mark)) return failed("a mark that is not to be shown");
        }
        ++at_;
        return true;
    }
    bool attribute(std::set<std::string>& known) {
        std::string attribute_name;
        if (!name(attribute_name) || !take("=\"")) return false;
        if (!known.insert(attribute_name).second) return failed("an attribute twice");
        while (peek() != '"') {
            if (at_ >= text_.size()) return failed("an attribute without end");
            if (peek() == '<' || peek() == '>') return failed("markup in an attribute");
            if (!(peek() == '&' ? reference() : character())) return false;
        }
        return take("\"");
    }
    bool element() {
        std::string tag;
        if (!take("<") || !name(tag)) return false;
        std::set<std::string> attributes;
        while (peek() == ' ') {
            ++at_;
            if (!attribute(attributes)) return false;
        }
        if (peek() == '/') return take("/>");
        if (!take(">") || ++depth_ > 20) return failed("too deep");
        while (!text_.substr(at_).starts_with("</")) {
            if (at_ >= text_.size()) return failed("an element without end");
            if (peek() == '>') return failed("a bare >");
            if (!(peek() == '<' ? element() : peek() == '&' ? reference() : character())) return false;
        }
        --depth_;
        return take("</") && take(tag) && take(">");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::string problem_;
};

}  // namespace

std::string xml_problem(std::string_view text) {
    return Reader(text).problem();
}

}  // namespace hm::testing
