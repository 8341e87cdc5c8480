#include "app/memory/keep_memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/session/read_head.h"
#include "base/strings.h"
#include "domain/checkpoint.h"
#include "domain/fingerprints.h"
#include "domain/memory.h"
#include "engine/recall/staleness.h"
#include "store/files/files.h"
#include "store/files/read_files.h"
#include "store/queries/memory.h"
#include "store/queries/search.h"

namespace hm {
namespace {

constexpr std::size_t max_similar_named = 8;

// Two that replace one would leave it open which of them holds.
Result<void> refuse_replaced(const Memory& old, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto number, replacement_of_memory(context.connection(), old.id.text()));
    std::optional<Memory> newer;
    if (number) {
        HM_TRY_ASSIGN(newer, memory_at(context.connection(), *number, context.bad));
    }
    return fail(ErrorCode::conflict, fmt::format("Memory {} was replaced already.", old.id.text()),
                newer ? fmt::format("Supersede the one in its place, {}.", newer->id.text())
                      : std::string("Save what holds as a new memory."),
                newer ? fmt::format("{} says: {}", newer->id.text(), shorten(newer->content.view(), 120)) : "");
}

bool waits(const Memory& memory, const CommandContext& context) {
    return awaits_review(memory, context.settings.review);
}

void tell_replaced(const Memory& newer, const CommandContext& context, Receipt& receipt) {
    if (!newer.supersedes) return;
    receipt.details[waits(newer, context) ? "supersedes_once_accepted" : "superseded"] = newer.supersedes->text();
}

template <class T>
std::vector<T> merged(std::vector<T> known, const std::vector<T>& again) {
    for (const T& each : again) {
        if (std::find(known.begin(), known.end(), each) == known.end()) known.push_back(each);
    }
    return known;
}

bool has_same_reason(const Memory& known, const Memory& again) {
    if (!known.reason || !again.reason) return known.reason == again.reason;
    return is_same_text(read_text(known.reason->view()), read_text(again.reason->view()));
}

// Whether the known one can stand for the other with nothing of it lost.
bool is_repeat(const Memory& known, const Memory& again, const AskedPlace& place) {
    return known.kind == again.kind && has_same_reason(known, again) && (!place.shelf || *place.shelf == known.shelf) &&
           (!place.origin_task_id || place.origin_task_id == known.origin_task_id) &&
           merged(known.evidence, again.evidence).size() <= max_list_items &&
           merged(known.tags, again.tags).size() <= max_list_items;
}

Result<Receipt> refresh(Memory known, const Memory& again, const CommandContext& context) {
    known.modified_at = context.now;
    if (known.stale_at && again.stale_at) known.stale_at = std::max(*known.stale_at, *again.stale_at);
    known.evidence = merged(std::move(known.evidence), again.evidence);
    known.tags = merged(std::move(known.tags), again.tags);
    // The word of a person counts for more than what was there; never the other way round.
    if (again.trust == Trust::user) known.trust = Trust::user;
    if (!known.origin_task_id) known.origin_task_id = again.origin_task_id;
    if (again.supersedes) {
        known.supersedes = again.supersedes;
        HM_TRY(take_its_place(known, context));
    }
    HM_TRY(update(context.transaction, known));
    HM_TRY_ASSIGN(const std::int64_t before, count_saves(context.connection(), known.id));
    Receipt receipt{"This was already known; refreshed it.", known.id,
                    again.origin_task_id ? again.origin_task_id : known.origin_task_id};
    receipt.details["already_known"] = true;
    receipt.details["times_saved"] = before + 1;
    if (again.supersedes) tell_replaced(known, context, receipt);
    return receipt;
}

struct Similar {
    Id id;
    double similarity = 0;
};

// What is there already of a memory that is to be kept.
struct Likeness {
    std::optional<Memory> known;  // the same
    std::vector<Similar> similar;
};

Result<Likeness> find_like(const Memory& memory, const AskedPlace& place, const CommandContext& context) {
    const ReadText text = read_text(memory.content.view());
    HM_TRY_ASSIGN(auto alike, memories_alike(context.connection(), prints_of(text), context.bad));
    Likeness like;
    for (Memory& each : alike) {
        // What is being replaced is neither refreshed nor named.
        if (each.id == memory.supersedes) continue;
        const ReadText other = read_text(each.content.view());
        const bool is_same = is_same_text(other, text);
        if (is_same && is_repeat(each, memory, place)) {
            like.known = std::move(each);
            return like;
        }
        const double share = is_same ? 1 : similarity(other, text);
        if (share >= least_similarity) like.similar.push_back({each.id, share});
    }
    return like;
}

json::array ids_of(std::vector<Similar> similar) {
    std::stable_sort(similar.begin(), similar.end(),
                     [](const Similar& a, const Similar& b) { return a.similarity > b.similarity; });
    json::array ids;
    for (const Similar& each : similar) {
        if (ids.size() < max_similar_named) ids.emplace_back(each.id.text());
    }
    return ids;
}

}  // namespace

Result<void> take_its_place(const Memory& newer, const CommandContext& context) {
    if (!newer.supersedes) return {};
    const Id& id = *newer.supersedes;
    HM_TRY_ASSIGN(std::optional<Memory> old, find<Memory>(context.connection(), id, context.bad));
    if (!old || old->archived_at) {
        return fail(ErrorCode::not_found, fmt::format("No memory {}.", id.text()),
                    "Use an id from `hivemind memory list`.");
    }
    if (old->standing == Standing::superseded) {
        HM_TRY_ASSIGN(const auto number, replacement_of_memory(context.connection(), id.text()));
        HM_TRY_ASSIGN(const auto own_number, number_of_memory(context.connection(), newer.id));
        // Asked twice for the same, the second time finds it done.
        return number && number == own_number ? Result<void>{} : refuse_replaced(*old, context);
    }
    if (waits(newer, context)) return {};
    HM_TRY(move_to(*old, Standing::superseded, context.now));
    return update(context.transaction, *old);
}

Result<void> refuse_unless_reviewed(const Memory& memory, const CommandContext& context) {
    if (context.actor.kind == ActorKind::person || !waits(memory, context)) return {};
    return fail(ErrorCode::refused, fmt::format("Memory {} waits for a person to accept it.", memory.id.text()),
                "Ask the person for `hivemind review accept`.",
                fmt::format("The setting review is {}, and it is from {}.", name_of(context.settings.review),
                            name_of(memory.trust)));
}

Result<Receipt> keep_memory(Memory memory, const AskedPlace& place, std::string_view sentence,
                            const CommandContext& context) {
    memory.created_at = context.now;
    memory.shelf = shelf_or_default(place.shelf);
    HM_TRY_ASSIGN(memory.origin_task_id, origin_task(place.origin_task_id, context));
    memory.session_id = context.actor.session_id;
    // Who brings text from elsewhere may say so; nobody can lend it more trust than they have themselves.
    if (memory.trust == Trust::user || memory.trust == Trust::agent) {
        memory.trust = context.actor.kind == ActorKind::person ? Trust::user : Trust::agent;
    }
    memory.stale_at = stale_at_for(memory, context.settings.memory_fresh_for);

    HM_TRY_ASSIGN(Likeness like, find_like(memory, place, context));
    if (like.known) return refresh(std::move(*like.known), memory, context);

    HM_TRY(take_its_place(memory, context));
    HM_TRY(context.begin(memory));
    HM_TRY(insert(context.transaction, memory));
    Receipt receipt{std::string(sentence), memory.id, memory.origin_task_id};
    tell_replaced(memory, context, receipt);
    if (like.similar.empty()) return receipt;
    receipt.details["similar"] = ids_of(std::move(like.similar));
    receipt.details["to_replace_one"] = "Give the same again with supersedes set to its id (--supersedes <id>).";
    return receipt;
}

Result<std::optional<Id>> origin_task(const std::optional<Id>& named, const CommandContext& context) {
    if (named) {
        HM_TRY_ASSIGN(const Task task, require_task(context.connection(), *named, context.bad));
        return task.id;
    }
    const std::optional<Id>& session_id = context.actor.session_id;
    HM_TRY_ASSIGN(const auto at_head, tasks_at_read_head(session_id, context.connection(), context.bad));
    if (at_head.size() == 1) return at_head.front().id;
    // The read-head may be at several of which only one has been started.
    HM_TRY_ASSIGN(const auto in_hand, tasks_in_hand(context.connection(), session_id, context.bad));
    if (in_hand.size() == 1) return in_hand.front().id;
    return std::nullopt;
}

Word shelf_or_default(const std::optional<Word>& shelf) {
    if (shelf) return *shelf;
    auto project = Word::make(std::string(usual_shelf));
    HM_ASSERT(project.has_value());
    return std::move(*project);
}

namespace {

constexpr std::size_t longest_file = std::size_t{4} << 20U;

Sentence sentence(std::string text) {
    auto made = Sentence::make(shorten(text, Sentence::max_characters));
    HM_ASSERT(made.has_value());
    return std::move(*made);
}

Error shows_nothing(std::string what, std::string why) {
    return {ErrorCode::refused,
            std::move(what),
            "Give --file with --says, words that stand in it; or --checkpoint-id of a call that ended with 0.",
            std::move(why),
            {}};
}

Result<Sentence> check_file(const GivenEvidence& given, const CommandContext& context) {
    const std::filesystem::path& root = context.paths.root;
    const ResolvedPath path = resolve_path(root, root, given.file->str());
    if (path.place != PathPlace::inside)
        return fail(shows_nothing(fmt::format("{} is not in the project.", given.file->view()), {}));
    HM_TRY_ASSIGN(const auto text, read_bounded_file(root / path.shown, longest_file));
    if (!text) return fail(shows_nothing(fmt::format("There is no file {}.", given.file->view()), {}));
    if (!given.says) {
        if (context.actor.kind == ActorKind::person) return sentence(fmt::format("file {}", path.shown));
        return fail(shows_nothing(fmt::format("The file {} alone shows nothing.", given.file->view()),
                                  "What in it says so was not given."));
    }
    if (text->find(given.says->str()) == std::string::npos) {
        return fail(shows_nothing(fmt::format("{} does not say \"{}\".", given.file->view(), given.says->view()), {}));
    }
    return sentence(fmt::format("{} says: {}", path.shown, given.says->view()));
}

Result<Sentence> check_call(const Id& id, const CommandContext& context) {
    HM_TRY_ASSIGN(const auto checkpoint, find<Checkpoint>(context.connection(), id, context.bad));
    if (!checkpoint) return fail(shows_nothing(fmt::format("No checkpoint {}.", id.text()), {}));
    if (checkpoint->exit_code != 0) {
        return fail(shows_nothing(fmt::format("The call of checkpoint {} was not seen to succeed.", id.text()),
                                  checkpoint->exit_code ? fmt::format("Its exit code was {}.", *checkpoint->exit_code)
                                                        : std::string("It has no exit code.")));
    }
    return sentence(fmt::format("checkpoint {}: {}", id.text(), checkpoint->summary.view()));
}

}  // namespace

Result<std::vector<Sentence>> check_evidence(const GivenEvidence& given, const CommandContext& context) {
    const bool is_person = context.actor.kind == ActorKind::person;
    std::vector<Sentence> shown;
    if (given.file) {
        HM_TRY_ASSIGN(Sentence each, check_file(given, context));
        shown.push_back(std::move(each));
    }
    if (given.checkpoint_id) {
        HM_TRY_ASSIGN(Sentence each, check_call(*given.checkpoint_id, context));
        shown.push_back(std::move(each));
    }
    if (given.words)
        shown.push_back(is_person ? *given.words : sentence(fmt::format("agent: {}", given.words->view())));
    if (is_person && shown.empty()) shown.push_back(sentence("a person said so"));
    if (!is_person && !given.file && !given.checkpoint_id) {
        return fail(shows_nothing("This shows nothing yet.", "An agent's word alone does not verify a memory."));
    }
    return shown;
}

}  // namespace hm
