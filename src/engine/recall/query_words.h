// The words of a question that are searched for: its search words, each once, the first so many. A question asked as a
// whole sentence finds what its words find.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

inline constexpr std::size_t max_query_words = 24;

std::vector<std::string> query_words(std::string_view question);

}  // namespace hm
