// Help, made from the entries.
#pragma once

#include <string>

#include "adapters/cli/entries.h"

namespace hm::cli {

// Every command, those of a noun in one line.
std::string overview();
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

}  // namespace hm::cli
