// Completion is checked, not believed: what is still missing before a task can count as done, judged from what was
// recorded while it went on. Pure; the files and records are looked up before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/checkpoint.h"
#include "engine/work/readiness.h"

namespace hm {

struct RecordedStep {
    std::optional<CheckpointKind> kind;
    std::string summary;
    std::vector<std::string> files;
    std::optional<std::int64_t> exit_code;
    std::optional<ExitSource> exit_source;
};

struct FileFact {
    std::string path;
    bool exists = false;
};

struct CompletionFacts {
    std::string expected_output = {};             // empty: nothing was asked for
    std::vector<FileFact> expected_files = {};    // that the expected output names
    std::string evidence = {};                    // what the one who completes it says
    std::vector<std::string> claimed_files = {};  // that it says it changed
    std::vector<std::string> claimed_tests = {};
    std::vector<std::string> claimed_anchors = {};
    std::vector<RecordedStep> steps = {};  // oldest first
    std::vector<std::string> anchors = {};
    std::vector<std::string> artifacts = {};
    std::vector<std::string> memories = {};  // ids of those saved under the task
    bool is_research = false;                // its output is what was found out, and no file
    std::vector<std::string> open_parts = {};
    std::vector<Blocker> blockers = {};
};

HM_ENUM(MissingKind, part, order, file, change, test, anchor, output)

struct Missing {
    MissingKind kind = MissingKind::output;
    std::string what;  // a sentence for people and agents
};

// Empty: everything that was asked for and claimed has been seen.
std::vector<Missing> missing_for(const CompletionFacts& facts);

// The test runs that were seen to pass after the last change.
std::vector<std::string> passed_tests(const CompletionFacts& facts);

// Paths of files that a text in plain words names: "src/a.ts and README.md, see https://x.y/z.html" names two.
std::vector<std::string> files_named_in(std::string_view text);

// Whether what a task is called, or shall yield, is something to be found out: a report, findings, an answer.
bool asks_for_findings(std::string_view name, std::string_view expected_output);

// Whether a text says that tests pass.
bool claims_tests(std::string_view text);

}  // namespace hm
