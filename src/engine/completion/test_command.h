// Whether a command runs tests, and what a shell text leaves as a checkpoint. Pure. The inside of a script is not
// looked at: one that is called a test counts as one.
#pragma once

#include <optional>
#include <string_view>

#include "domain/checkpoint.h"
#include "engine/completion/certain_commands.h"
#include "engine/shell/judge.h"

namespace hm {

// `npm test`, `go test ./...`, `timeout 60 npx vitest run`, `./run-tests.sh`. Not `npm test --help`, nor what only
// lists tests.
bool runs_tests(const CommandWords& words);

// What the text proves when it has run; nothing for what only looks.
std::optional<CheckpointKind> checkpoint_kind(std::string_view text, const ShellJudgement& judgement);

}  // namespace hm
