// Completions for shells, made from the entries: nouns, verbs, flags, and the values of those that have choices.
// Each is one file that needs nothing but its shell; it is installed by `hivemind install`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapters/cli/entries.h"

namespace hm::cli {

std::string bash_completion(const std::vector<Entry>& entries);
std::string zsh_completion(const std::vector<Entry>& entries);
std::string fish_completion(const std::vector<Entry>& entries);

// What may stand behind a flag or in the place of a bare argument.
HM_ENUM(ValueKind, none, choice, text, other)
ValueKind value_kind(const Shape& shape);
// The choices of a choice or of a list of choices.
const std::vector<std::string_view>& choices_of(const Shape& shape);

// The second bare argument where the first decides what it may be: the values of each setting that has choices.
struct ChoicesBehind {
    std::string_view word;
    std::vector<std::string_view> choices;
};
std::vector<ChoicesBehind> choices_behind(const Entry& entry);

// Within single quotes of a shell.
std::string in_quotes(std::string_view text, std::string_view escaped_quote);

}  // namespace hm::cli
