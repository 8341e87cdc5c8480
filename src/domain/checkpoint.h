// Checkpoint: proof that something was done under a task. Written by the after-tool hook only.
#pragma once

#include <vector>

#include "domain/node.h"

namespace hm {

struct Checkpoint : Node {
    Id task_id;
    std::optional<Id> session_id;
    Word tool;
    Sentence summary;
    std::vector<FilePath> files_modified;
    std::optional<std::int64_t> exit_code;

    static constexpr void fields(auto&& visit) {
        node_fields<Checkpoint>(visit);
        visit(kept("task_id", &Checkpoint::task_id, "Task it was done under."));
        visit(kept("session_id", &Checkpoint::session_id, "Session that did it."));
        visit(kept("tool", &Checkpoint::tool, "Tool that did it."));
        visit(kept("summary", &Checkpoint::summary, "What was done, in a line."));
        visit(kept("files_modified", &Checkpoint::files_modified, "Files it changed."));
        visit(kept("exit_code", &Checkpoint::exit_code, "Exit code, where one is known."));
    }
};

}  // namespace hm
