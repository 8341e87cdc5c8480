// anchor: saving has a command of its own, which keeps versions.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {

std::vector<Command> anchor_commands() {
    return {
        remove_noun<Anchor>("anchor remove", "Unpin a fact; its versions stay in the store."),
    };
}

}  // namespace hm
