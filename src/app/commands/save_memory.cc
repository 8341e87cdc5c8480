// memory save: keeps something learnt, so that it is known again.
#include "app/commands/commands.h"
#include "app/memory_origin.h"
#include "domain/memory.h"

namespace hm {
namespace {

struct SaveMemory {
    MemoryText content;
    std::optional<Word> shelf;
    std::vector<Tag> tags;
    std::vector<Sentence> evidence;
    std::optional<Id> origin_task_id;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Memory::content, &SaveMemory::content));
        visit(same_as(&Memory::shelf, &SaveMemory::shelf));
        visit(same_as(&Memory::tags, &SaveMemory::tags));
        visit(same_as(&Memory::evidence, &SaveMemory::evidence));
        visit(same_as(&Memory::origin_task_id, &SaveMemory::origin_task_id));
    }
};

Result<Receipt> run(const SaveMemory& input, const CommandContext& context) {
    Memory memory;
    HM_TRY(context.begin(memory));
    HM_TRY_ASSIGN(memory.origin_task_id, origin_task(input.origin_task_id, context));
    memory.shelf = shelf_or_default(input.shelf);
    memory.session_id = context.actor.session_id;
    memory.content = input.content;
    memory.tags = input.tags;
    memory.evidence = input.evidence;
    memory.trust = context.actor.kind == ActorKind::person ? Trust::user : Trust::agent;
    memory.stale_at = stale_at_for(memory, context.settings.memory_fresh_for);
    HM_TRY(insert(context.transaction, memory));
    return Receipt{"Saved the memory.", memory.id, memory.origin_task_id};
}

}  // namespace

Command save_memory() {
    return make_command<SaveMemory, run>("memory save", "Keep something learnt, so that it is known again.", "content");
}

}  // namespace hm
