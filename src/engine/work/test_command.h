// Whether a shell command is a test run, and which commands certainly ran in a script.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/checkpoint.h"
#include "engine/shell/judge.h"

namespace hm {

// Which commands of a shell text surely succeeded when the whole text ended with exit code 0. Pure, by parsing: in
// `npm test | tail` and `npm test || true` it is none that matters, in `cd app && npm test` it is both.

using CommandWords = std::vector<std::string>;  // the program first

// A text that could end early, redefine a program or does not parse has none. In doubt a command is left out.
std::vector<CommandWords> certain_commands(std::string_view text);

// Every command of the text, whether it succeeded or not.
std::vector<CommandWords> commands_in(std::string_view text);

// Whether a command runs tests, and what a shell text leaves as a checkpoint. Pure. The inside of a script is not
// looked at: one that is called a test counts as one.

// `npm test`, `go test ./...`, `timeout 60 npx vitest run`, `./run-tests.sh`. Not `npm test --help`, nor what only
// lists tests.
bool runs_tests(const CommandWords& words);

// What the text proves when it has run; nothing for what only looks.
std::optional<CheckpointKind> checkpoint_kind(std::string_view text, const ShellJudgement& judgement);

}  // namespace hm
