#include "engine/stack/version_range.h"

#include <algorithm>
#include <cctype>

namespace hm {
namespace {

constexpr std::size_t most_parts = 4;

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

int part(const Version& version, std::size_t i) {
    return i < version.size() ? version[i] : 0;
}

int compare(const Version& a, const Version& b) {
    for (std::size_t i = 0; i < most_parts; ++i) {
        if (part(a, i) != part(b, i)) return part(a, i) < part(b, i) ? -1 : 1;
    }
    return 0;
}

// Equal in as many parts as were written: 18 admits 18.2.
bool begins_as(const Version& version, const Version& written, std::size_t parts) {
    for (std::size_t i = 0; i < std::min(parts, written.size()); ++i) {
        if (part(version, i) != written[i]) return false;
    }
    return true;
}

// ^0.4 stays within 0.4, ^1.4 within 1.
std::size_t caret_parts(const Version& written) {
    std::size_t parts = 1;
    while (parts < written.size() && written[parts - 1] == 0) ++parts;
    return parts;
}

bool holds(const Version& version, std::string_view condition) {
    const auto written = first_version(condition);
    if (!written) return true;
    const std::string_view sign = condition.substr(0, condition.find_first_of("0123456789"));
    const auto has = [&](std::string_view text) { return sign.find(text) != std::string_view::npos; };
    const int order = compare(version, *written);
    if (has(">=")) return order >= 0;
    if (has("<=")) return order <= 0;
    if (has("!=")) return !begins_as(version, *written, most_parts);
    if (has("~=")) return order >= 0 && begins_as(version, *written, written->size() > 1 ? written->size() - 1 : 1);
    if (has("^")) return order >= 0 && begins_as(version, *written, caret_parts(*written));
    if (has("~")) return order >= 0 && begins_as(version, *written, 2);
    if (has(">")) return order > 0;
    if (has("<")) return order < 0;
    return begins_as(version, *written, most_parts);
}

bool all_hold(const Version& version, std::string_view range) {
    while (!range.empty()) {
        // A sign and its number may stand apart: >= 2.
        const std::size_t number = range.find_first_of("0123456789");
        if (number == std::string_view::npos) return true;
        const std::size_t end = std::min(range.find_first_of(" ,", number), range.size());
        if (!holds(version, range.substr(0, end))) return false;
        range.remove_prefix(std::min(end + 1, range.size()));
    }
    return true;
}

}  // namespace

std::optional<Version> first_version(std::string_view text) {
    const std::size_t begin = text.find_first_of("0123456789");
    if (begin == std::string_view::npos) return std::nullopt;
    Version version;
    for (std::size_t at = begin; at < text.size() && is_digit(text[at]) && version.size() < most_parts;) {
        int number = 0;
        for (; at < text.size() && is_digit(text[at]); ++at)
            number = std::min(number * 10 + (text[at] - '0'), 99'999'999);
        version.push_back(number);
        if (at >= text.size() || text[at] != '.') break;
        ++at;
    }
    return version;
}

bool is_within(const Version& version, std::string_view range) {
    while (true) {
        const std::size_t bar = range.find("||");
        if (all_hold(version, range.substr(0, bar))) return true;
        if (bar == std::string_view::npos) return false;
        range.remove_prefix(bar + 2);
    }
}

}  // namespace hm
