// memory flag-false-path: marks a way that failed, with the reason, so that nobody walks it twice.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/keep_memory.h"

namespace hm {
namespace {

struct FlagFalsePath {
    std::optional<Id> id;
    std::optional<MemoryText> content;
    Paragraph reason;
    std::optional<Id> origin_task_id;
    std::optional<Id> supersedes;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &FlagFalsePath::id, "A memory that turned out to be a false path."));
        visit(field("content", &FlagFalsePath::content, "What was tried, when no memory of it exists yet."));
        visit(field("reason", &FlagFalsePath::reason, "Why it failed."));
        visit(same_as(&Memory::origin_task_id, &FlagFalsePath::origin_task_id));
        visit(same_as(&Memory::supersedes, &FlagFalsePath::supersedes));
    }
};

Result<Receipt> flag_known(const FlagFalsePath& input, const CommandContext& context) {
    HM_TRY_ASSIGN(std::optional<Memory> memory, find<Memory>(context.connection(), *input.id, context.bad));
    if (!memory)
        return fail(ErrorCode::not_found, fmt::format("No memory {}.", input.id->text()),
                    "Use an id from `hivemind memory list`.");
    memory->kind = MemoryKind::false_path;
    memory->reason = input.reason;
    memory->modified_at = context.now;
    memory->stale_at.reset();
    HM_TRY(update(context.transaction, *memory));
    return Receipt{"Marked the memory as a dead end.", memory->id, memory->origin_task_id};
}

Result<Receipt> flag_new(const FlagFalsePath& input, const CommandContext& context) {
    Memory memory;
    memory.content = *input.content;
    memory.reason = input.reason;
    memory.kind = MemoryKind::false_path;
    memory.supersedes = input.supersedes;
    return keep_memory(std::move(memory), {std::nullopt, input.origin_task_id}, "Marked a dead end.", context);
}

Result<Receipt> run(const FlagFalsePath& input, const CommandContext& context) {
    if (input.id.has_value() == input.content.has_value()) {
        return fail(ErrorCode::invalid_input, "A false path needs either the id of a memory or its content.",
                    "Give one of the two, and the reason.");
    }
    if (input.id && input.supersedes) {
        return fail(ErrorCode::invalid_input, "A memory that is already kept replaces none by being flagged.",
                    "Leave out supersedes, or give the content instead of the id.");
    }
    return input.id ? flag_known(input, context) : flag_new(input, context);
}

}  // namespace

Command flag_false_path() {
    return make_command<FlagFalsePath, run>("memory flag-false-path",
                                            "Mark a way that failed, so that nobody walks it twice.", "content");
}

}  // namespace hm
