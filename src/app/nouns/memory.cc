// memory: what can be changed on a memory after it was saved.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

Result<void> check_relevance(Memory& memory, const CommandContext&) {
    if (memory.relevance >= 0 && memory.relevance <= 1) return {};
    return fail(ErrorCode::invalid_input, fmt::format("The relevance {} cannot be taken.", memory.relevance),
                "Give a number from 0 to 1.");
}

}  // namespace

std::vector<Command> memory_commands() {
    return {
        change_noun<Memory, check_relevance>("memory change", "Change a memory, its standing included."),
        remove_noun<Memory>("memory remove", "Take a memory out of use; it stays in the store."),
    };
}

}  // namespace hm
