// What was recorded while a task went on, gathered for engine/completion.
#pragma once

#include "app/command.h"
#include "domain/task.h"
#include "engine/completion/completion.h"

namespace hm {

// `claims` is what the one who completes it says; only what the task's records show counts. `root` is the project's
// directory, for files that are expected to exist.
Result<CompletionFacts> load_completion(const Task& task, const TaskResult& claims, const std::filesystem::path& root,
                                        Connection& connection, BadRows& bad);

// The project's directory, from where its store is.
std::filesystem::path project_root(Connection& connection);

// What came of the task, from its records and not from what was said; the evidence is the claim's words.
TaskResult recorded_result(const CompletionFacts& facts, const TaskResult& claims);

}  // namespace hm
