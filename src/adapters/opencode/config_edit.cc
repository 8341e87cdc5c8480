#include "adapters/opencode/config_edit.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "base/json.h"

namespace hm::opencode {
namespace {

struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Walks JSON with comments by position. Every step answers false at what it cannot read.
class Walker {
public:
    explicit Walker(std::string_view text) : text_(text) {}

    std::size_t at() const { return at_; }

    void skip_blank() {
        while (at_ < text_.size()) {
            if (std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) {
                ++at_;
            } else if (text_.substr(at_).starts_with("//")) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (text_.substr(at_).starts_with("/*")) {
                const std::size_t end = text_.find("*/", at_ + 2);
                at_ = end == std::string_view::npos ? text_.size() : end + 2;
            } else {
                return;
            }
        }
    }

    bool take(char c) {
        skip_blank();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    bool skip_string() {
        if (!take('"')) return false;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        return at_ < text_.size() && text_[at_++] == '"';
    }

    bool skip_value() {
        skip_blank();
        if (at_ >= text_.size()) return false;
        if (text_[at_] == '"') return skip_string();
        if (text_[at_] == '{' || text_[at_] == '[') return skip_nested();
        const std::size_t begin = at_;
        while (at_ < text_.size() && std::string_view(",]} \t\r\n/").find(text_[at_]) == std::string_view::npos) ++at_;
        return at_ > begin;
    }

private:
    bool skip_nested() {
        std::size_t depth = 0;
        while (at_ < text_.size()) {
            skip_blank();
            if (at_ >= text_.size()) return false;
            const char c = text_[at_];
            if (c == '"') {
                if (!skip_string()) return false;
                continue;
            }
            ++at_;
            if (c == '{' || c == '[') ++depth;
            if ((c == '}' || c == ']') && --depth == 0) return true;
        }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

struct Found {
    std::size_t after_brace = 0;  // where a new first member would go
    bool is_empty = true;         // the object has no members
    std::optional<Span> value;    // of the member "plugin"
};

std::optional<Found> find_plugin_member(std::string_view config) {
    Walker walker(config);
    if (!walker.take('{')) return std::nullopt;
    Found found{.after_brace = walker.at()};
    while (true) {
        if (walker.take('}')) return found;
        walker.skip_blank();
        const std::size_t key_begin = walker.at();
        if (!walker.skip_string()) return std::nullopt;
        const std::string_view key = config.substr(key_begin, walker.at() - key_begin);
        if (!walker.take(':')) return std::nullopt;
        walker.skip_blank();
        const std::size_t begin = walker.at();
        if (!walker.skip_value()) return std::nullopt;
        found.is_empty = false;
        if (key == "\"plugin\"") found.value = Span{begin, walker.at()};
        walker.take(',');
    }
}

std::optional<std::vector<Span>> list_items(std::string_view config, Span list) {
    Walker walker(config.substr(list.begin, list.end - list.begin));
    if (!walker.take('[')) return std::nullopt;
    std::vector<Span> items;
    while (!walker.take(']')) {
        walker.skip_blank();
        const std::size_t begin = walker.at();
        if (!walker.skip_value()) return std::nullopt;
        items.push_back({list.begin + begin, list.begin + walker.at()});
        walker.take(',');
    }
    return items;
}

std::unexpected<Error> cannot_read(std::string_view plugin) {
    return fail(ErrorCode::invalid_input, "The configuration cannot be read as JSON with comments.",
                fmt::format("Mend it, or put \"{}\" first in its \"plugin\" list by hand.", plugin));
}

}  // namespace

Result<std::string> with_plugin_first(std::string_view config, std::string_view plugin) {
    const auto found = find_plugin_member(config);
    if (!found) return cannot_read(plugin);
    const std::string quoted = to_text(json::value(plugin));
    std::string edited(config);
    if (!found->value) {
        edited.insert(found->after_brace, fmt::format("\n  \"plugin\": [{}]{}", quoted, found->is_empty ? "\n" : ","));
        return edited;
    }
    const auto items = list_items(config, *found->value);
    if (!items) return cannot_read(plugin);
    const auto text_of = [&](const Span& item) { return config.substr(item.begin, item.end - item.begin); };
    if (!items->empty() && text_of(items->front()) == quoted) return edited;
    // Taken out from behind first, so that the positions before it still hold.
    for (std::size_t i = items->size(); i-- > 1;) {
        if (text_of((*items)[i]) == quoted) edited.erase((*items)[i - 1].end, (*items)[i].end - (*items)[i - 1].end);
    }
    edited.insert(found->value->begin + 1, items->empty() ? quoted : quoted + ", ");
    return edited;
}

}  // namespace hm::opencode
