#include "engine/recall/query_words.h"

#include <algorithm>

#include "domain/search_words.h"

namespace hm {

std::vector<std::string> query_words(std::string_view question) {
    std::vector<std::string> words;
    for (std::string& word : search_words(question)) {
        if (words.size() == max_query_words) break;
        if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
    }
    return words;
}

}  // namespace hm
