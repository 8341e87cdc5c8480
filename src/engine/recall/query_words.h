// The words of a question: those that count, their forms, and text that is our own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

// The words of a question that are searched for: its search words, each once, the first so many. A question asked as a
// whole sentence finds what its words find.

inline constexpr std::size_t max_query_words = 24;

std::vector<std::string> query_words(std::string_view question);

// The other forms of a word that a stem does not meet: a question asks what somebody chose, the answer says "choose".
// Known where words are asked for, not where they are stored, so that the index stays as it is. Pure.

// As search_words() has them, itself left out; nothing for a word that is formed by the rules.
std::vector<std::string> other_forms(std::string_view search_word);

// Our own injected text, told apart from what a person wrote: a prompt that carries an earlier pack asks for nothing
// that is only in the pack.

// The text without the elements that HiveMind puts before the model, whole or begun.
std::string without_own_text(std::string_view text);

}  // namespace hm
