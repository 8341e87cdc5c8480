// memory save: keeps something learnt, so that it is known again.
#include "app/commands/commands.h"
#include "app/keep_memory.h"

namespace hm {
namespace {

struct SaveMemory {
    MemoryText content;
    std::optional<Word> shelf;
    std::vector<Tag> tags;
    std::vector<Sentence> evidence;
    std::optional<Id> origin_task_id;
    std::optional<Id> supersedes;
    std::optional<Trust> trust;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Memory::content, &SaveMemory::content));
        visit(same_as(&Memory::shelf, &SaveMemory::shelf));
        visit(same_as(&Memory::tags, &SaveMemory::tags));
        visit(same_as(&Memory::evidence, &SaveMemory::evidence));
        visit(same_as(&Memory::origin_task_id, &SaveMemory::origin_task_id));
        visit(same_as(&Memory::supersedes, &SaveMemory::supersedes));
        visit(
            field("trust", &SaveMemory::trust, "tool or external when it came from there; it is then shown as data."));
    }
};

Result<Receipt> run(const SaveMemory& input, const CommandContext& context) {
    Memory memory;
    memory.content = input.content;
    memory.tags = input.tags;
    memory.evidence = input.evidence;
    memory.supersedes = input.supersedes;
    memory.trust = input.trust.value_or(Trust::agent);
    return keep_memory(std::move(memory), {input.shelf, input.origin_task_id}, "Saved the memory.", context);
}

}  // namespace

Command save_memory() {
    return make_command<SaveMemory, run>("memory save", "Keep something learnt, so that it is known again.", "content");
}

}  // namespace hm
