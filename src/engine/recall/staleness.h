// When an entry is past its date, and what waits for review.
#pragma once

#include <set>

#include "domain/anchor.h"
#include "domain/artifact.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "domain/session.h"
#include "domain/settings.h"

namespace hm {

// Staleness: what is past its date and waits to be looked at again. One rule for each kind, here and nowhere else:
// critical ones and those linked to an active task are never stale. Pure: the time and the active tasks arrive as
// facts.

struct StalenessFacts {
    Time now;
    Duration anchor_fresh_for = hours(48);
    Duration session_fresh_for = hours(48);
    std::set<Id> active_tasks;
};

StalenessFacts staleness_facts(const Settings& settings, Time now, std::set<Id> active_tasks);

// How long ago somebody last said that it holds, or changed it.
template <class Record>
Duration unconfirmed_for(const Record& record, Time now) {
    return now - record.validated_at.value_or(record.modified_at);
}

// The memory's date alone, whatever it is linked to.
bool is_past_date(const Memory& memory, Time now);

bool is_stale(const Memory& memory, const StalenessFacts& facts);
bool is_stale(const Anchor& anchor, const StalenessFacts& facts);
// What was pinned stays in sight: age alone asks whether it still holds and drops nothing. It leaves the context when
// what it came from has changed.
bool has_faded(const Anchor& anchor, const StalenessFacts& facts);
bool is_stale(const Knowledge& knowledge, const StalenessFacts& facts);
// `seen_at` is its last sign of life; `holds` are the active tasks it works on.
bool is_stale(const Session& session, Time seen_at, std::size_t holds, const StalenessFacts& facts);

// Says that the record holds as of now. What ages begins to age anew.
void confirm(Memory& memory, Duration fresh_for, Time now);
void confirm(Anchor& anchor, Time now);
void confirm(Knowledge& knowledge, Time now);
void confirm(Artifact& artifact, Time now);

// Review: which new entries a person has to accept before they are put before a model. Pure; the one home of the rule.

// New, not yet looked at by anybody, and from a source that the setting does not trust.
bool awaits_review(const Memory& memory, ReviewMode review);

}  // namespace hm
