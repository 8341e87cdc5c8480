// memory supersede: puts a newer memory in the place of one that no longer holds. The old one stays, and leads to it.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/keep_memory.h"
#include "app/nouns/noun_commands.h"
#include "engine/review/review.h"

namespace hm {
namespace {

struct SupersedeMemory {
    Id id;
    std::optional<MemoryText> content;
    std::optional<Id> by;
    std::vector<Sentence> evidence;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &SupersedeMemory::id, "The memory that no longer holds."));
        visit(field("content", &SupersedeMemory::content, "What holds instead."));
        visit(field("by", &SupersedeMemory::by, "A memory that says it already, instead of content."));
        visit(same_as(&Memory::evidence, &SupersedeMemory::evidence));
    }
};

Result<Receipt> by_known(const SupersedeMemory& input, const CommandContext& context) {
    if (*input.by == input.id) {
        return fail(ErrorCode::invalid_input, "A memory cannot take its own place.", "Give the id of another one.");
    }
    HM_TRY_ASSIGN(const Memory old, require_record<Memory>(context, input.id));
    HM_TRY_ASSIGN(Memory newer, require_record<Memory>(context, *input.by));
    if (newer.archived_at || newer.standing == Standing::superseded || newer.standing == Standing::rejected) {
        return fail(ErrorCode::conflict, fmt::format("Memory {} is no longer in use itself.", newer.id.text()),
                    "Give one that holds.");
    }
    if (newer.supersedes && newer.supersedes != old.id) {
        return fail(ErrorCode::conflict, fmt::format("Memory {} already replaces another one.", newer.id.text()),
                    "Give the content again instead: it makes a memory that replaces this one.",
                    fmt::format("It replaces {}.", newer.supersedes->text()));
    }
    newer.supersedes = old.id;
    newer.modified_at = context.now;
    if (old.standing != Standing::superseded) HM_TRY(take_its_place(newer, context));
    HM_TRY(update(context.transaction, newer));
    if (awaits_review(newer, context.settings.review)) {
        Receipt receipt{"The newer memory takes its place once a person accepts it.", newer.id, newer.origin_task_id};
        receipt.details["supersedes_once_accepted"] = old.id.text();
        return receipt;
    }
    Receipt receipt{"The newer memory has taken its place.", newer.id, newer.origin_task_id};
    receipt.details["superseded"] = old.id.text();
    return receipt;
}

Result<Receipt> run(const SupersedeMemory& input, const CommandContext& context) {
    if (input.content.has_value() == input.by.has_value()) {
        return fail(ErrorCode::invalid_input, "What takes its place was not told.",
                    "Give either the content of a new memory, or --by with the id of one.");
    }
    if (input.by) return by_known(input, context);
    HM_TRY_ASSIGN(const Memory old, require_record<Memory>(context, input.id));
    Memory memory;
    memory.content = *input.content;
    memory.evidence = input.evidence;
    memory.tags = old.tags;
    memory.supersedes = old.id;
    return keep_memory(std::move(memory), {old.shelf, old.origin_task_id}, "Put the new memory in its place.", context);
}

}  // namespace

Command supersede_memory() {
    return make_command<SupersedeMemory, run>("memory supersede", "Put a newer memory in the place of another.",
                                              "content");
}

}  // namespace hm
