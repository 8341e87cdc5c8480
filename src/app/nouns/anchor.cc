// anchor: all that can be done with one has a command of its own, as versions are kept.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {

std::vector<Command> anchor_commands() {
    return {};
}

}  // namespace hm
