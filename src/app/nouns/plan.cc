// plan: what people and agents can do to every plan.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {

std::vector<Command> plan_commands() {
    return {
        create_noun<Plan>("plan create", "Set down an aim and what counts as reaching it.", "title"),
        change_noun<Plan>("plan change", "Change a plan, its status included.", Access::person),
        remove_noun<Plan>("plan remove", "Take a plan out of use; it stays in the store.", Access::person),
    };
}

}  // namespace hm
