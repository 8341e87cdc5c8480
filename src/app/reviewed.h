// The record that a review is about, changed and written back: a memory or an entry of knowledge.
#pragma once

#include <fmt/format.h>

#include "app/nouns/noun_commands.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "store/any_record.h"

namespace hm {

template <class Record, class Act>
Result<void> change_reviewed(const Id& id, const CommandContext& context, Act&& act) {
    HM_TRY_ASSIGN(Record record, require_record<Record>(context, id));
    if (record.archived_at) {
        return fail(ErrorCode::conflict, fmt::format("{} is out of use.", id.text()),
                    "Use an id from `hivemind review`.");
    }
    HM_TRY(act(record));
    record.modified_at = context.now;
    return update(context.transaction, record);
}

// Calls one of the two acts on the record, and keeps what it made of it.
template <class OnMemory, class OnKnowledge>
Result<void> with_reviewed(const Id& id, const CommandContext& context, OnMemory&& on_memory,
                           OnKnowledge&& on_knowledge) {
    HM_TRY_ASSIGN(const AnyNoun* noun, noun_of(context.connection(), id));
    const std::string_view name = noun == nullptr ? std::string_view() : noun->table.noun;
    if (name == table_of<Memory>.noun) return change_reviewed<Memory>(id, context, on_memory);
    if (name == table_of<Knowledge>.noun) return change_reviewed<Knowledge>(id, context, on_knowledge);
    return fail(ErrorCode::not_found, fmt::format("No memory and no knowledge {}.", id.text()),
                "Use an id from `hivemind review`.");
}

}  // namespace hm
