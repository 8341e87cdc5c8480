#include "engine/recall/staleness.h"

#include <algorithm>

namespace hm {
namespace {

bool is_active(const std::optional<Id>& task, const StalenessFacts& facts) {
    return task && facts.active_tasks.contains(*task);
}

template <class Record>
void mark(Record& record, Time now) {
    record.validated_at = now;
    record.modified_at = now;
}

}  // namespace

StalenessFacts staleness_facts(const Settings& settings, Time now, std::set<Id> active_tasks) {
    return {now, settings.anchor_fresh_for, settings.session_fresh_for, std::move(active_tasks)};
}

bool is_past_date(const Memory& memory, Time now) {
    return memory.stale_at && *memory.stale_at <= now;
}

bool is_stale(const Memory& memory, const StalenessFacts& facts) {
    const bool is_in_use = !memory.archived_at && memory.standing == Standing::observed;
    return is_in_use && is_past_date(memory, facts.now) && !is_active(memory.origin_task_id, facts);
}

namespace {

bool can_age(const Anchor& anchor, const StalenessFacts& facts) {
    const bool is_in_use = !anchor.archived_at && !anchor.purged_at;
    const bool is_exempt = anchor.priority == AnchorPriority::critical || is_active(anchor.source.task_id, facts);
    return is_in_use && !is_exempt;
}

bool has_changed_source(const Anchor& anchor, const StalenessFacts& facts) {
    return anchor.stale_since && *anchor.stale_since <= facts.now;
}

}  // namespace

bool is_stale(const Anchor& anchor, const StalenessFacts& facts) {
    return can_age(anchor, facts) &&
           (has_changed_source(anchor, facts) || unconfirmed_for(anchor, facts.now) > facts.anchor_fresh_for);
}

bool has_faded(const Anchor& anchor, const StalenessFacts& facts) {
    return can_age(anchor, facts) && has_changed_source(anchor, facts);
}

bool is_stale(const Knowledge& knowledge, const StalenessFacts& facts) {
    const bool is_linked = std::any_of(knowledge.related_to.begin(), knowledge.related_to.end(),
                                       [&](const Id& id) { return facts.active_tasks.contains(id); });
    const bool is_changed = knowledge.stale_since && *knowledge.stale_since <= facts.now;
    return !knowledge.archived_at && !is_linked &&
           (is_changed || unconfirmed_for(knowledge, facts.now) > knowledge.stale_after);
}

bool is_stale(const Session& session, Time seen_at, std::size_t holds, const StalenessFacts& facts) {
    const bool is_open = !session.archived_at && session.status == SessionStatus::active;
    return is_open && holds == 0 && facts.now - seen_at > facts.session_fresh_for;
}

void confirm(Memory& memory, Duration fresh_for, Time now) {
    mark(memory, now);
    if (memory.stale_at) memory.stale_at = now + fresh_for;
}

void confirm(Anchor& anchor, Time now) {
    mark(anchor, now);
    anchor.stale_since.reset();
    anchor.purged_at.reset();
}

void confirm(Knowledge& knowledge, Time now) {
    knowledge.stale_since.reset();
    mark(knowledge, now);
}

// Its text is what it was: what hangs below it does not become stale by that.
void confirm(Artifact& artifact, Time now) {
    artifact.validated_at = now;
}

bool awaits_review(const Memory& memory, ReviewMode review) {
    const bool is_new = memory.standing == Standing::observed && !memory.validated_at;
    const bool is_untrusted = memory.trust == Trust::tool || memory.trust == Trust::external;
    switch (review) {
        case ReviewMode::none: return false;
        case ReviewMode::untrusted: return is_new && is_untrusted;
        case ReviewMode::agents: return is_new && memory.trust != Trust::user;
    }
    return false;
}

}  // namespace hm
