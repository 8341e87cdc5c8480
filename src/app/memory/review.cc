// Review: a person accepts, corrects or rejects what was learnt.
#include <fmt/format.h>

#include <algorithm>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/command/noun_commands.h"
#include "app/memory/keep_memory.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "engine/recall/staleness.h"
#include "store/queries/anchor.h"
#include "store/queries/memory.h"
#include "store/records/any_record.h"
#include "view/memory_text.h"

namespace hm {

// The record that a review is about, changed and written back: a memory or an entry of knowledge.

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

// review accept: a person has looked at new entries and lets them be used.

namespace {

struct AcceptReview {
    std::vector<Id> ids;

    static constexpr void fields(auto&& visit) {
        visit(field("ids", &AcceptReview::ids, "Memories or knowledge, as `hivemind review` lists them."));
    }
};

Result<Receipt> run(const AcceptReview& input, const CommandContext& context) {
    if (input.ids.empty()) {
        return fail(ErrorCode::invalid_input, "No entry was named.", "Give ids from `hivemind review`.");
    }
    for (const Id& id : input.ids) {
        HM_TRY(with_reviewed(
            id, context,
            [&](Memory& memory) -> Result<void> {
                confirm(memory, context.settings.memory_fresh_for, context.now);
                return take_its_place(memory, context);
            },
            [&](Knowledge& knowledge) -> Result<void> {
                confirm(knowledge, context.now);
                return {};
            }));
    }
    return Receipt{fmt::format("Accepted {} {}.", input.ids.size(), input.ids.size() == 1 ? "entry" : "entries"),
                   input.ids.size() == 1 ? std::optional(input.ids.front()) : std::nullopt};
}

}  // namespace

Command accept_review() {
    return loosening(
        make_command<AcceptReview, run>("review accept", "Let new entries be used.", "ids", Access::person));
}

// review edit: a person corrects a new entry, which accepts it and makes it the person's word.

namespace {

struct EditReview {
    Id id;
    MemoryText content;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &EditReview::id, "A memory or knowledge, as `hivemind review` lists it."));
        visit(field("content", &EditReview::content, "What it should say."));
    }
};

Result<Receipt> run(const EditReview& input, const CommandContext& context) {
    HM_TRY(with_reviewed(
        input.id, context,
        [&](Memory& memory) -> Result<void> {
            memory.content = input.content;
            memory.trust = Trust::user;
            confirm(memory, context.settings.memory_fresh_for, context.now);
            return take_its_place(memory, context);
        },
        [&](Knowledge& knowledge) -> Result<void> {
            knowledge.content = input.content;
            confirm(knowledge, context.now);
            return {};
        }));
    return Receipt{"Corrected and accepted the entry.", input.id};
}

}  // namespace

Command edit_review() {
    return make_command<EditReview, run>("review edit", "Correct a new entry and accept it.", "id content",
                                         Access::person);
}

// review reject: a person says that a new entry does not hold. What it replaced comes back into use.

namespace {

struct RejectReview {
    Id id;
    std::optional<Paragraph> reason;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &RejectReview::id, "A memory or knowledge, as `hivemind review` lists it."));
        visit(field("reason", &RejectReview::reason, "Why it does not hold."));
    }
};

// Whether another one that holds has its place. What still waits to be accepted has nobody's.
Result<bool> is_replaced_by_another(const Memory& rejected, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto all, replacements_of_memory(context.connection(), *rejected.supersedes, context.bad));
    return std::ranges::any_of(all, [&](const Memory& each) {
        const bool holds = each.standing == Standing::observed || each.standing == Standing::verified;
        return each.id != rejected.id && holds && !awaits_review(each, context.settings.review);
    });
}

// The lifecycle leads from superseded nowhere, as nothing else brings such a memory back. Answers whether it is back.
Result<bool> bring_back(const Memory& rejected, const CommandContext& context) {
    HM_TRY_ASSIGN(auto old, find<Memory>(context.connection(), *rejected.supersedes, context.bad));
    if (!old || old->standing != Standing::superseded) return false;
    HM_TRY_ASSIGN(const bool is_replaced, is_replaced_by_another(rejected, context));
    if (is_replaced) return false;
    old->standing = Standing::observed;
    old->modified_at = context.now;
    HM_TRY(put(context.transaction, *old));
    return true;
}

Result<Receipt> run(const RejectReview& input, const CommandContext& context) {
    Receipt receipt{"Rejected the entry; it stays in the store as such.", input.id};
    const auto reject_memory = [&](Memory& memory) -> Result<void> {
        if (input.reason) memory.reason = input.reason;
        if (memory.supersedes) {
            HM_TRY_ASSIGN(const bool is_back, bring_back(memory, context));
            if (is_back) receipt.details["back_in_use"] = memory.supersedes->text();
        }
        return move_to(memory, Standing::rejected, context.now);
    };
    const auto reject_knowledge = [&](Knowledge& knowledge) -> Result<void> {
        knowledge.archived_at = context.now;
        return {};
    };
    HM_TRY(with_reviewed(input.id, context, reject_memory, reject_knowledge));
    return receipt;
}

}  // namespace

Command reject_review() {
    return make_command<RejectReview, run>("review reject", "Say that a new entry does not hold.", "id",
                                           Access::person);
}

// review: what is new and nobody has looked at yet, with what it changes.

namespace {

struct ShowReview {
    bool waiting = false;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("waiting", &ShowReview::waiting, "Only memories that stay out of packs until they are accepted."));
        visit(field("limit", &ShowReview::limit, "Most of each noun to show; 50 when left out."));
    }
};

Result<std::string> replaced_content(const std::optional<Id>& id, const QueryContext& context) {
    if (!id) return std::string();
    HM_TRY_ASSIGN(const auto memory, find<Memory>(context.connection(), *id, context.bad));
    if (memory) return memory->content.str();
    HM_TRY_ASSIGN(const auto knowledge, find<Knowledge>(context.connection(), *id, context.bad));
    return knowledge ? knowledge->content.str() : std::string();
}

Result<Answer> run(const ShowReview& input, const QueryContext& context) {
    const std::int64_t limit = list_limit(input.limit);
    std::vector<ReviewEntry> entries;
    HM_TRY_ASSIGN(const auto memories, unconfirmed_memories(context.connection(), limit, context.bad));
    for (const Memory& memory : memories) {
        const bool waits = awaits_review(memory, context.settings.review);
        if (input.waiting && !waits) continue;
        HM_TRY_ASSIGN(std::string replaced, replaced_content(memory.supersedes, context));
        entries.push_back({"memory", memory.id, memory.created_at, std::string(name_of(memory.trust)),
                           memory.content.str(), memory.supersedes, std::move(replaced), waits});
    }
    if (!input.waiting) {
        HM_TRY_ASSIGN(const auto knowledge, unconfirmed_knowledge(context.connection(), limit, context.bad));
        for (const Knowledge& entry : knowledge) {
            HM_TRY_ASSIGN(std::string replaced, replaced_content(entry.supersedes, context));
            entries.push_back({"knowledge", entry.id, entry.created_at, std::string(name_of(entry.source)),
                               fmt::format("{}: {}", entry.title.view(), entry.content.view()), entry.supersedes,
                               std::move(replaced), false});
        }
    }
    return Answer{review_json(entries), review_text(entries, context.now)};
}

}  // namespace

Query show_review() {
    return make_query<ShowReview, run>("review", "Show what is new and nobody has looked at, with what it changes.");
}

}  // namespace hm
