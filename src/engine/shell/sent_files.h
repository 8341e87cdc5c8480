// What a call would send to another machine: secrets, files from outside the project, the project as a whole.
#pragma once

#include "engine/shell/call.h"

namespace hm::shell {

// Whether a file of secrets is among what it is given, by name or by what feeds it.
bool sends_secrets(const Call& call);
bool is_fed_secrets(const Call& call);

// Whether the command prints a secret, a word holds what such a command prints, or is a variable for one.
bool tells_a_secret(const Command& command);
bool holds_a_told_secret(const Word& word);
bool is_secret_variable(const Word& word);

// A file of secrets among words that are no addresses.
bool names_secrets(std::span<const Word> words);

// Whether files of the machine or the whole project are among what is sent to another machine.
bool sends_what_is_not_its_own(const Call& call, std::span<const Word> sent);

// Whether what feeds the call packs up files or dumps a database.
bool is_fed_an_archive(const Call& call);

// Whether an address leads to this machine.
bool is_own_machine(std::string_view address);

}  // namespace hm::shell
