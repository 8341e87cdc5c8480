// validate: somebody looked at a record and says that it still holds.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/keep_memory.h"
#include "app/nouns/noun_commands.h"
#include "engine/staleness/staleness.h"
#include "store/any_record.h"

namespace hm {
namespace {

struct Validate {
    Id id;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &Validate::id, "A memory, an anchor, knowledge or an artifact."));
    }
};

template <class Record>
Result<Receipt> confirm_record(const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(Record record, require_record<Record>(context, id));
    if (record.archived_at) {
        return fail(ErrorCode::conflict, fmt::format("{} {} is out of use.", spoken(table_of<Record>.noun), id.text()),
                    "Validate what is in use; `hivemind stale` lists what waits for it.");
    }
    if constexpr (std::is_same_v<Record, Memory>) {
        HM_TRY(refuse_unless_reviewed(record, context));
        confirm(record, context.settings.memory_fresh_for, context.now);
        HM_TRY(take_its_place(record, context));
    } else {
        confirm(record, context.now);
    }
    HM_TRY(update(context.transaction, record));
    return receipt_of("Holds as of now: the", record);
}

Result<Receipt> run(const Validate& input, const CommandContext& context) {
    HM_TRY_ASSIGN(const AnyNoun* noun, noun_of(context.connection(), input.id));
    const std::string_view name = noun == nullptr ? std::string_view() : noun->table.noun;
    if (name == table_of<Memory>.noun) return confirm_record<Memory>(input.id, context);
    if (name == table_of<Anchor>.noun) return confirm_record<Anchor>(input.id, context);
    if (name == table_of<Knowledge>.noun) return confirm_record<Knowledge>(input.id, context);
    if (name == table_of<Artifact>.noun) return confirm_record<Artifact>(input.id, context);
    if (noun == nullptr) {
        return fail(ErrorCode::not_found, fmt::format("No record {}.", input.id.text()),
                    "`hivemind stale` lists what waits to be validated.");
    }
    return fail(ErrorCode::invalid_input, fmt::format("{} {} cannot be validated.", spoken(name), input.id.text()),
                "Give the id of a memory, an anchor, knowledge or an artifact.", "It does not age.");
}

}  // namespace

Command validate() {
    return make_command<Validate, run>("validate", "Say that a record still holds.", "id");
}

}  // namespace hm
