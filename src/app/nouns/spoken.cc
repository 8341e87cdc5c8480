#include "app/nouns/spoken.h"

#include <algorithm>

namespace hm {

std::string spoken(std::string_view noun) {
    std::string words(noun);
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

std::string typed(std::string_view noun) {
    std::string word(noun);
    std::replace(word.begin(), word.end(), '_', '-');
    return word;
}

std::string spoken_plural(const Table& table) {
    return spoken(table.name);
}

}  // namespace hm
