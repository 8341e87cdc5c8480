// The words of a question that are worth searching for: lower case, no stop words, rarest forms kept, at
// most a dozen. A question asked as a whole sentence finds what its words find.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

inline constexpr std::size_t max_query_words = 12;

std::vector<std::string> query_words(std::string_view question);

}  // namespace hm
