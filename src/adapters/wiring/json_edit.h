// JSON with comments, edited by position: every byte that an edit does not concern stays as it was, comments and
// layout included. For settings files that belong to other people. Not a parser: what is read for its meaning goes
// through read_loose_json.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace hm {

// The names of the members that lead from the whole to one value.
using JsonPath = std::vector<std::string>;

// JSON that may have comments and a comma behind the last item. An empty text is an empty object.
Result<json::value> read_loose_json(std::string_view text);

// Sets the member; the objects on the way are made when they are missing.
Result<std::string> with_json_member(std::string_view text, const JsonPath& path, const json::value& value);

// Puts an item behind the last one of a list; the list and the objects on the way are made when they are missing.
Result<std::string> with_json_item(std::string_view text, const JsonPath& path, const json::value& item);

// Puts an item before the first one, or moves it there when the list holds it already.
Result<std::string> with_json_item_first(std::string_view text, const JsonPath& path, const json::value& item);

// Takes the member out. What is not there is already out.
Result<std::string> without_json_member(std::string_view text, const JsonPath& path);

// Takes one item out of a list.
// REQUIRES: the list has it.
Result<std::string> without_json_item(std::string_view text, const JsonPath& path, std::size_t index);

// Walks JSON with comments by position. Every step answers false at what it cannot read.

class JsonWalker {
public:
    explicit JsonWalker(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

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

}  // namespace hm
