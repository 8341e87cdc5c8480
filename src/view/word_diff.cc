#include "view/word_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace hm {
namespace {

constexpr std::size_t most_words = 600;

using Words = std::vector<std::string_view>;

Words words_of(std::string_view text) {
    constexpr std::string_view spaces = " \t\n\r";
    Words words;
    while (true) {
        const std::size_t begin = text.find_first_not_of(spaces);
        if (begin == std::string_view::npos) return words;
        text.remove_prefix(begin);
        const std::size_t end = std::min(text.find_first_of(spaces), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

// For each pair of places, how many words the rests of both have in common, in order.
using Table = std::vector<std::vector<std::uint16_t>>;

Table common_rests(const Words& before, const Words& after) {
    Table table(before.size() + 1, std::vector<std::uint16_t>(after.size() + 1, 0));
    for (std::size_t i = before.size(); i-- > 0;) {
        for (std::size_t j = after.size(); j-- > 0;) {
            table[i][j] = before[i] == after[j] ? static_cast<std::uint16_t>(table[i + 1][j + 1] + 1)
                                                : std::max(table[i + 1][j], table[i][j + 1]);
        }
    }
    return table;
}

class Writer {
public:
    void kept(std::string_view word) {
        flush();
        add(word);
    }
    void gone(std::string_view word) { append(gone_, word); }
    void made(std::string_view word) { append(made_, word); }
    std::string take() {
        flush();
        return std::move(text_);
    }

private:
    static void append(std::string& run, std::string_view word) {
        if (!run.empty()) run += ' ';
        run += word;
    }
    void add(std::string_view piece) { append(text_, piece); }
    void flush() {
        if (!gone_.empty()) add(fmt::format("[-{}-]", gone_));
        if (!made_.empty()) add(fmt::format("{{+{}+}}", made_));
        gone_.clear();
        made_.clear();
    }

    std::string text_;
    std::string gone_;
    std::string made_;
};

}  // namespace

std::string word_diff(std::string_view before, std::string_view after) {
    const Words old_words = words_of(before);
    const Words new_words = words_of(after);
    if (old_words.size() > most_words || new_words.size() > most_words) {
        return fmt::format("[-{}-] {{+{}+}}", before, after);
    }
    const Table common = common_rests(old_words, new_words);
    Writer writer;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < old_words.size() || j < new_words.size()) {
        if (i < old_words.size() && j < new_words.size() && old_words[i] == new_words[j]) {
            writer.kept(old_words[i++]);
            ++j;
        } else if (j == new_words.size() || (i < old_words.size() && common[i + 1][j] >= common[i][j + 1])) {
            writer.gone(old_words[i++]);
        } else {
            writer.made(new_words[j++]);
        }
    }
    return writer.take();
}

}  // namespace hm
