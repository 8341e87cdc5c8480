// artifact: documents that planning leaves behind.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {

std::vector<Command> artifact_commands() {
    return {
        create_noun<Artifact>("artifact create", "Register a document of the work.", "title path"),
        change_noun<Artifact>("artifact change", "Change an artifact, its status included."),
        remove_noun<Artifact>("artifact remove", "Take an artifact out of use; it stays in the store."),
    };
}

}  // namespace hm
