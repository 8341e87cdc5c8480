#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {

void show_chain(Pack& pack, const PackFacts& facts) {
    for (const std::string& note : facts.notes) pack.items.push_back({Note{note}, rank::note});
    double below = 0;
    for (const Task& task : facts.active_tasks) {
        ShownTask shown{task, {}};
        for (const Checkpoint& checkpoint : facts.checkpoints) {
            if (checkpoint.task_id == task.id) shown.checkpoints.push_back(checkpoint);
        }
        const bool has_checkpoint = !shown.checkpoints.empty();
        pack.items.push_back({std::move(shown), rank::active_task - below});
        pack.items.push_back({CheckBeforeStop{task.id, task.name.str(), has_checkpoint}, rank::checklist - below});
        below += 0.5;
    }
}

}  // namespace hm
