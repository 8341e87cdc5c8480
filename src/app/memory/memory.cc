// Memories: save, verify, supersede, validate, list, and dead ends.
#include <fmt/format.h>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/command/noun_commands.h"
#include "app/memory/keep_memory.h"
#include "domain/memory.h"
#include "engine/recall/staleness.h"
#include "store/queries/memory.h"
#include "store/queries/search.h"
#include "store/records/any_record.h"
#include "view/record_text.h"

namespace hm {

// memory save: keeps something learnt, so that it is known again.

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

// memory verify: says that a memory holds, with what shows it. A person's word is enough; an agent points at a file
// that says so or at a call that was seen to succeed.

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

// memory supersede: puts a newer memory in the place of one that no longer holds. The old one stays, and leads to it.

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

// memory flag-false-path: marks a way that failed, with the reason, so that nobody walks it twice.

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

// validate: somebody looked at a record and says that it still holds.

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

// memory: what can be changed on a memory after it was saved.

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

// memory list: the newest memories, all of them, or those of one shelf or one kind.

namespace {

struct ListMemories {
    std::optional<Word> shelf;
    std::optional<MemoryKind> kind;
    std::optional<std::int64_t> limit;

    static constexpr void fields(auto&& visit) {
        visit(field("shelf", &ListMemories::shelf, "Only those filed there."));
        visit(field("kind", &ListMemories::kind, "Only insights, or only dead ends (false_path)."));
        visit(field("limit", &ListMemories::limit, "Most to show; 50 when left out."));
    }
};

Result<std::vector<Memory>> listed(const ListMemories& input, const QueryContext& context) {
    const std::int64_t limit = list_limit(input.limit);
    Connection& connection = context.connection();
    if (!input.shelf) {
        return input.kind ? memories_of_kind(connection, *input.kind, limit, context.bad)
                          : recent_memories(connection, limit, context.bad);
    }
    if (!input.kind) return memories_on_shelf(connection, input.shelf->view(), limit, context.bad);
    HM_TRY_ASSIGN(auto memories, memories_on_shelf(connection, input.shelf->view(), largest_list_limit, context.bad));
    std::erase_if(memories, [&](const Memory& memory) { return memory.kind != *input.kind; });
    if (memories.size() > static_cast<std::size_t>(limit)) memories.resize(static_cast<std::size_t>(limit));
    return memories;
}

Result<Answer> run(const ListMemories& input, const QueryContext& context) {
    HM_TRY_ASSIGN(const std::vector<Memory> memories, listed(input, context));
    return Answer{encode(memories), memory_lines(memories, context.now)};
}

}  // namespace

Query list_memories_query() {
    return make_query<ListMemories, run>("memory list", "List memories, newest first.", {},
                                         &shape_of<std::vector<Memory>>);
}

}  // namespace hm
