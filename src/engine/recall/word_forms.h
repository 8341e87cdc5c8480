// The other forms of a word that a stem does not meet: a question asks what somebody chose, the answer says "choose".
// Known where words are asked for, not where they are stored, so that the index stays as it is. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

// As search_words() has them, itself left out; nothing for a word that is formed by the rules.
std::vector<std::string> other_forms(std::string_view search_word);

}  // namespace hm
