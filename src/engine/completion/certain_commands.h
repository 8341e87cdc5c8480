// Which commands of a shell text surely succeeded when the whole text ended with exit code 0. Pure, by parsing: in
// `npm test | tail` and `npm test || true` it is none that matters, in `cd app && npm test` it is both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

using CommandWords = std::vector<std::string>;  // the program first

// A text that could end early, redefine a program or does not parse has none. In doubt a command is left out.
std::vector<CommandWords> certain_commands(std::string_view text);

// Every command of the text, whether it succeeded or not.
std::vector<CommandWords> commands_in(std::string_view text);

}  // namespace hm
