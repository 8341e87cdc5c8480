// Walks JSON with comments by position. Every step answers false at what it cannot read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace hm {

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
