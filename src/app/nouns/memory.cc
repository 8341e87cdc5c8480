// memory: what can be changed on a memory after it was saved.
#include "app/nouns/noun_commands.h"
#include "app/nouns/nouns.h"

namespace hm {
namespace {

// An agent's word alone does not make a memory verified; `memory verify` asks for what shows it.
Result<void> check_verified(const Memory& memory, const CommandContext& context) {
    if (memory.standing != Standing::verified || context.actor.kind == ActorKind::person) return {};
    HM_TRY_ASSIGN(const Memory before, require_record<Memory>(context, memory.id));
    if (before.standing == Standing::verified) return {};
    return fail(ErrorCode::refused, fmt::format("Memory {} was not verified by being called so.", memory.id.text()),
                "Use `hivemind memory verify`, with what shows it.");
}

Result<void> check_memory(Memory& memory, const CommandContext& context) {
    HM_TRY(check_verified(memory, context));
    if (memory.relevance >= 0 && memory.relevance <= 1) return {};
    return fail(ErrorCode::invalid_input, fmt::format("The relevance {} cannot be taken.", memory.relevance),
                "Give a number from 0 to 1.");
}

}  // namespace

std::vector<Command> memory_commands() {
    return {
        change_noun<Memory, check_memory>("memory change", "Change a memory, its standing included."),
        remove_noun<Memory>("memory remove", "Take a memory out of use; it stays in the store."),
    };
}

}  // namespace hm
