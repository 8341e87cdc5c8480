#include <algorithm>
#include <set>

#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {
namespace {

CheckBeforeStop check_of(const TaskAtHead& at_head, const std::optional<Time>& last_commit_at) {
    std::set<FilePath> files;
    for (const Checkpoint& checkpoint : at_head.checkpoints) {
        if (last_commit_at && checkpoint.created_at <= *last_commit_at) continue;
        files.insert(checkpoint.files_modified.begin(), checkpoint.files_modified.end());
    }
    const Task& task = at_head.task;
    return {task.id,
            task.name.str(),
            at_head.checkpoints.size(),
            files.size(),
            task.status != TaskStatus::planned,
            last_commit_at.has_value()};
}

}  // namespace

// What was invalidated is no part of the chain any more.
void show_chain(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const TaskAtHead& at_head : facts.tasks) {
        if (at_head.task.status == TaskStatus::invalidated) continue;
        pack.items.push_back({ShownTask{at_head},
                              PackSection::active_tasks,
                              rank::active_task - below,
                              {},
                              ItemForm::full,
                              "at the read-head"});
        pack.items.push_back({check_of(at_head, facts.last_commit_at),
                              PackSection::before_you_stop,
                              rank::checklist - below,
                              {},
                              ItemForm::full,
                              "to be looked at before stopping"});
        below += 0.5;
    }
    below = 0;
    for (const TaskBeside& beside : facts.beside) {
        if (beside.task.status == TaskStatus::invalidated) continue;
        const bool is_blocked = !beside.waits_for.empty();
        pack.items.push_back({NextTask{beside},
                              PackSection::next_tasks,
                              rank::next_task - below - (is_blocked ? 100 : 0),
                              {},
                              ItemForm::full,
                              is_blocked ? "of the same phase, waits" : "of the same phase, may come next"});
        below += 1;
    }
}

}  // namespace hm
