#include "engine/recall/own_text.h"

#include <array>

namespace hm {
namespace {

struct OwnElement {
    std::string_view begins;
    std::string_view ends;
};

constexpr std::array<OwnElement, 2> own_elements{{
    {"<hivemind_state", "</hivemind_state>"},
    {"<hivemind_rules", "</hivemind_rules>"},
}};

void take_out(std::string& text, const OwnElement& element) {
    for (std::size_t at = text.find(element.begins); at != std::string::npos; at = text.find(element.begins, at)) {
        const std::size_t end = text.find(element.ends, at);
        text.erase(at, end == std::string::npos ? std::string::npos : end + element.ends.size() - at);
    }
}

}  // namespace

std::string without_own_text(std::string_view text) {
    std::string rest(text);
    for (const OwnElement& element : own_elements) take_out(rest, element);
    return rest;
}

}  // namespace hm
