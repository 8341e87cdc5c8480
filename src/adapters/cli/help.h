// Help texts, the manual page and completions: walks over the list of entries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapters/cli/entries.h"

namespace hm::cli {

// Help, made from the entries.

// What a person needs in the first weeks, in groups.
std::string overview();
// Every command, those of a noun in one line.
std::string every_command();
// The verbs of one first word, a line each.
std::string help_for(const EntryGroup& group);
// One command with its flags.
std::string help_for(const Entry& entry);

// "hivemind config set <key> <value> [--flag …]"
std::string usage_of(const Entry& entry);

// "complete, create, list, …": as many verbs as fit one line of a terminal.
std::string verbs_in_one_line(const EntryGroup& group);

// The group of that first word, or nothing.
std::optional<EntryGroup> find_group(std::string_view word);

// What was typed names nothing: the error with the nearest name.
Error unknown_command(const Arguments& typed);

// hivemind.1, made from the entries and the exit codes.

std::string man_page(const std::vector<Entry>& entries);

// Completions for shells, made from the entries: nouns, verbs, flags, and the values of those that have choices.
// Each is one file that needs nothing but its shell; it is installed by `hivemind install`.

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
