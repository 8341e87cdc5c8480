// memory verify: says that a memory holds, with what shows it. A person's word is enough; an agent points at a file
// that says so or at a call that was seen to succeed.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/evidence.h"
#include "app/keep_memory.h"
#include "app/nouns/noun_commands.h"
#include "domain/memory_lifecycle.h"

namespace hm {
namespace {

struct VerifyMemory {
    Id id;
    std::optional<FilePath> file;
    std::optional<Sentence> says;
    std::optional<Id> checkpoint_id;
    std::optional<Sentence> evidence;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &VerifyMemory::id, "The memory that holds."));
        visit(field("file", &VerifyMemory::file, "A file of the project that says so."));
        visit(field("says", &VerifyMemory::says, "The words in that file that say so."));
        visit(field("checkpoint_id", &VerifyMemory::checkpoint_id,
                    "A recorded call that ended with exit code 0, such as a test that passed."));
        visit(field("evidence", &VerifyMemory::evidence, "What shows it, in the words of a person."));
    }
};

Result<Receipt> run(const VerifyMemory& input, const CommandContext& context) {
    HM_TRY_ASSIGN(Memory memory, require_record<Memory>(context, input.id));
    HM_TRY_ASSIGN(std::vector<Sentence> shown,
                  check_evidence({input.file, input.says, input.checkpoint_id, input.evidence}, context));
    HM_TRY(refuse_unless_reviewed(memory, context));
    if (memory.standing != Standing::verified) HM_TRY(move_to(memory, Standing::verified, context.now));
    memory.validated_at = context.now;
    memory.modified_at = context.now;
    for (Sentence& each : shown) {
        if (memory.evidence.size() < max_list_items) memory.evidence.push_back(std::move(each));
    }
    HM_TRY(take_its_place(memory, context));
    HM_TRY(update(context.transaction, memory));
    return Receipt{"Verified the memory; it does not age any more.", memory.id, memory.origin_task_id};
}

}  // namespace

Command verify_memory() {
    return make_command<VerifyMemory, run>("memory verify", "Say that a memory holds, with what shows it.", "id");
}

}  // namespace hm
