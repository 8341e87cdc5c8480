#include <array>

#include "engine/first_implementation/first_files.h"

namespace hm::first {
namespace {

constexpr std::array<std::string_view, 9> list_names{"mems",  "tasks",   "anchors",   "plans",   "orphans",
                                                     "epics", "entries", "workPlans", "sessions"};

// The end of the object that begins at `at`; npos when the text ends before.
std::size_t end_of_object(std::string_view text, std::size_t at) {
    int depth = 0;
    bool is_in_text = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (is_in_text) {
            if (c == '\\') ++at;
            if (c == '"') is_in_text = false;
        } else if (c == '"') {
            is_in_text = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return at + 1;
        }
    }
    return std::string_view::npos;
}

}  // namespace

json::object salvage(std::string_view text) {
    for (const std::string_view name : list_names) {
        std::size_t at = text.find("\"" + std::string(name) + "\"");
        if (at == std::string_view::npos) continue;
        at = text.find('[', at);
        if (at == std::string_view::npos) continue;
        json::array items;
        while (true) {
            at = text.find_first_of("{]", at);
            if (at == std::string_view::npos || text[at] == ']') break;
            const std::size_t end = end_of_object(text, at);
            if (end == std::string_view::npos) break;
            if (auto item = parse_json(text.substr(at, end - at))) items.push_back(std::move(*item));
            at = end;
        }
        if (!items.empty()) return {{name, std::move(items)}};
    }
    return {};
}

}  // namespace hm::first
