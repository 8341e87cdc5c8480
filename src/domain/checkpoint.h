// Checkpoint: proof that something was done under a task. Written by the after-tool hook only.
#pragma once

#include <vector>

#include "base/fields.h"
#include "domain/node.h"

namespace hm {

// What was done. masked_test: a test run whose exit code says nothing about the tests, such as `npm test | tail`.
HM_ENUM(CheckpointKind, write, test, masked_test, build, git)

// Where it is known from how a command ended. `failure`: the client told that it failed, without a code. `output`: the
// exit code says nothing about the tests (npm test | tail), and what the runner printed last does: 0 passed, 1 failed.
HM_ENUM(ExitSource, client, failure, own_run, output)

struct Checkpoint : Node {
    Id task_id;
    std::optional<Id> session_id;
    Word tool;
    Sentence summary;
    std::vector<FilePath> files_modified;
    std::optional<std::int64_t> exit_code;
    std::optional<CheckpointKind> kind;
    std::optional<ExitSource> exit_source;

    static constexpr void fields(auto&& visit) {
        node_fields<Checkpoint>(visit);
        visit(kept("task_id", &Checkpoint::task_id, "Task it was done under."));
        visit(kept("session_id", &Checkpoint::session_id, "Session that did it."));
        visit(kept("tool", &Checkpoint::tool, "Tool that did it."));
        visit(kept("summary", &Checkpoint::summary, "What was done, in a line."));
        visit(kept("files_modified", &Checkpoint::files_modified, "Files it changed."));
        visit(kept("exit_code", &Checkpoint::exit_code, "Exit code, where one is known."));
        visit(kept("kind", &Checkpoint::kind, "What was done; absent for those of earlier versions."));
        visit(kept("exit_source", &Checkpoint::exit_source, "Where it is known from how it ended."));
    }
};

}  // namespace hm
