// Knowledge that fills itself, without a model: a completed task, a decision that was taken or pinned and a git commit
// each leave at most one entry, with what shows it and links to where it came from.
#pragma once

#include "app/command/command.h"
#include "domain/anchor.h"
#include "domain/decision.h"
#include "domain/knowledge.h"
#include "domain/task.h"
#include "store/files/git.h"

namespace hm {

// Called when a task is completed, within its transaction. Answers the entry, or nothing when the task tells nothing
// beyond its name, or an entry of it is there already. What was pinned in the task is marked as to be looked at.
Result<std::optional<Id>> learn_from_task(const Task& task, const CommandContext& context);

// For anchors of the kind decision. The entry of the earlier version is superseded.
Result<std::optional<Id>> learn_from_anchor(const Anchor& anchor, const std::optional<Anchor>& earlier,
                                            const CommandContext& context);

// For a decision that was taken. Of a package it belongs to what is known of the stack; the entry of the decision that
// it replaces is superseded.
Result<std::optional<Id>> learn_from_decision(const Decision& decision, KnowledgeType type,
                                              const CommandContext& context);

struct LearntCommits {
    std::vector<Id> entries;
    std::string note;  // why there may be more, or why there are none
};

// Those of the commits that no entry tells of yet; merges are left out.
Result<LearntCommits> learn_from_commits(const GitLog& log, const CommandContext& context);

// The newest fifty of the project, for that.
GitLog commits_to_learn(const std::filesystem::path& root, Deadline deadline);

// Whether an entry tells of it.
Result<bool> is_learnt(const Commit& commit, Connection& connection);

Receipt learnt_receipt(const LearntCommits& learnt);

}  // namespace hm
