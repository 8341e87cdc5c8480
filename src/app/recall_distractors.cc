#include "app/recall_distractors.h"

#include <fmt/format.h>

#include <random>

namespace hm {
namespace {

constexpr std::size_t items_of_a_session = 25;

// What a distractor is made like: the words of one item, and when it was said.
struct Model {
    std::vector<std::string_view> words;
    std::optional<Time> at;
};

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view spaces = " \t\n\r";
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    while ((begin = text.find_first_not_of(spaces, begin)) != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(spaces, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

}  // namespace

std::vector<EvalItem> made_distractors(const std::vector<EvalFolder>& folders, std::size_t count) {
    std::vector<Model> models;
    std::vector<std::string_view> words;
    for (const EvalFolder& folder : folders) {
        for (const EvalItem& item : folder.items) {
            models.push_back({words_of(item.text), item.at});
            words.insert(words.end(), models.back().words.begin(), models.back().words.end());
        }
    }
    std::vector<EvalItem> made;
    if (words.empty()) return made;
    std::mt19937 chance(1);
    std::optional<Time> at;
    for (std::size_t i = 0; i < count; ++i) {
        const Model& like = models[chance() % models.size()];
        if (i % items_of_a_session == 0) at = like.at;
        EvalItem item;
        item.id = fmt::format("distractor {}", i);
        item.session = fmt::format("distractors {}", i / items_of_a_session);
        item.position = static_cast<double>(i % items_of_a_session);
        item.at = at;
        for (std::size_t k = 0; k < std::max<std::size_t>(like.words.size(), 1); ++k) {
            if (k > 0) item.text += ' ';
            item.text += words[chance() % words.size()];
        }
        made.push_back(std::move(item));
    }
    return made;
}

}  // namespace hm
