// Whether a shell command is a test run, which commands certainly ran in a script, and how tests ended by their output.
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

// Whether nothing is changed behind the tests that the text runs: what their output tells is then still true.
bool leaves_tests_standing(std::string_view text);

// What the text proves when it has run; nothing for what only looks.
std::optional<CheckpointKind> checkpoint_kind(std::string_view text, const ShellJudgement& judgement);

// What a test runner printed last tells how its tests ended, where the exit code does not: `npm test | tail -20`. Pure,
// by the summary lines of the usual runners; a text without one tells nothing. To add a runner: a shape in
// test_output.cc, and its lines in the test.

struct TestSummary {
    bool has_passed = false;
    bool counts_tests = true;  // false: it only says that the build went well, of which tests may be a part
    std::string line;          // the one that decides, as it was printed
};

// Of several summaries each must say that all passed.
std::optional<TestSummary> read_test_summary(std::string_view output);

}  // namespace hm
