#include "engine/shell/call.h"

#include <algorithm>

#include "base/strings.h"

namespace hm::shell {
namespace {

bool is_option(const Word& word) {
    return word.text.size() > 1 && word.text.front() == '-';
}

// git and what reads its options by getopt_long take any beginning of a long option that fits no other.
bool takes_cut_options(std::string_view program) {
    constexpr std::string_view programs =
        "git hub rm cp mv ln tar chmod chown chgrp shred truncate sed tee touch mkdir rmdir install split sort du ls "
        "env "
        "timeout nice xargs wget patch gzip bzip2 xz zstd cpio fallocate date rsync";
    return is_listed(program, programs);
}

}  // namespace

std::string Call::text() const {
    std::string text = program_;
    for (const Word& word : arguments_) text += " " + word.text;
    return shorten(text, 80);
}

bool Call::has_flag(char letter, std::string_view name) const {
    for (const Word& word : arguments_) {
        const std::string_view text = word.text;
        if (text == "--") return false;
        if (text.starts_with("--")) {
            const std::string_view given = text.substr(2, text.find('=') - 2);
            if (!name.empty() && given == name) return true;
            const bool may_be_cut = !name.empty() && given.size() >= 2 && name.starts_with(given);
            if (may_be_cut && takes_cut_options(program_)) return true;
        } else if (letter != 0 && is_option(word) && text.find(letter) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

bool Call::has_word(std::string_view text) const {
    return std::any_of(arguments_.begin(), arguments_.end(), [&](const Word& word) { return word.text == text; });
}

std::vector<Word> Call::operands(std::initializer_list<std::string_view> with_value) const {
    std::vector<Word> found;
    bool only_operands = false;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        const Word& word = arguments_[i];
        if (only_operands || !is_option(word)) {
            found.push_back(word);
        } else if (word.text == "--") {
            only_operands = true;
        } else if (std::find(with_value.begin(), with_value.end(), word.text) != with_value.end()) {
            ++i;
        }
    }
    return found;
}

std::span<const Word> Call::behind_operands(std::size_t count, std::string_view options_with_value) const {
    std::size_t at = 0;
    for (; at < arguments_.size() && count > 0; ++at) {
        const std::string& text = arguments_[at].text;
        if (!is_option(arguments_[at])) {
            --count;
        } else if (is_listed(text, options_with_value)) {
            ++at;
        }
    }
    return arguments_.subspan(std::min(at, arguments_.size()));
}

const Word* Call::value_of(std::initializer_list<std::string_view> names) const {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        const Word& word = arguments_[i];
        if (word.text == "--") return nullptr;
        for (const std::string_view name : names) {
            const bool holds_it = name.starts_with("--") && word.text.size() > name.size() &&
                                  word.text[name.size()] == '=' && word.text.starts_with(name);
            if (holds_it) {
                held_.push_back({word.text.substr(name.size() + 1), word.certainty, word.has_glob});
                return &held_.back();
            }
            const bool ends_letters = name.size() == 2 && word.text.size() > 2 && word.text[0] == '-' &&
                                      word.text[1] != '-' && word.text.back() == name[1] &&
                                      word.text.find_first_of("=/.,") == std::string::npos;
            if ((word.text == name || ends_letters) && i + 1 < arguments_.size()) return &arguments_[i + 1];
        }
    }
    return nullptr;
}

std::string Call::subcommand(std::initializer_list<std::string_view> with_value) const {
    const std::vector<Word> found = operands(with_value);
    return found.empty() ? std::string() : found.front().text;
}

}  // namespace hm::shell
