#include <algorithm>

#include "engine/pack/passes.h"
#include "engine/pack/ranks.h"

namespace hm {

// A false path stays visible, so the agent does not walk it again; it is never shown among the insights.
void set_aside_false_paths(Pack& pack, const PackFacts& facts) {
    double below = 0;
    for (const Memory& memory : facts.false_paths) {
        const bool belongs_to_active_task =
            std::any_of(facts.active_tasks.begin(), facts.active_tasks.end(),
                        [&](const Task& task) { return memory.origin_task_id == task.id; });
        const double base = belongs_to_active_task ? rank::dead_end_of_active_task : rank::dead_end;
        pack.items.push_back({DeadEnd{memory}, base - below});
        below += 0.5;
    }
    pack.false_paths_set_aside = facts.false_paths.size();
}

}  // namespace hm
