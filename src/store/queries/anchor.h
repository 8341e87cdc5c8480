// Queries about anchors, knowledge, artifacts, comments and turning points.
#pragma once

#include <vector>

#include "domain/anchor.h"
#include "domain/artifact.h"
#include "domain/knowledge.h"
#include "store/records/records.h"

namespace hm {

// Queries about anchors.

// The current version under the key, if there is one.
Result<std::optional<Anchor>> find_anchor(Connection& connection, const AnchorKey& key, BadRows& bad);

// All current anchors, critical ones first, then the newest.
Result<std::vector<Anchor>> current_anchors(Connection& connection, std::int64_t limit, BadRows& bad);

// Keys of current anchors that were made for a task: they name it, or its session saved them since it began.
Result<std::vector<std::string>> anchor_keys_of_task(Connection& connection, const Id& task_id,
                                                     const std::optional<Id>& session_id, Time since);

// All that are critical and pinned now.
Result<std::vector<Anchor>> critical_anchors(Connection& connection, BadRows& bad);

// Queries about knowledge.

// The condition, on a row `t`, that an entry holds: it is in use, nothing took its place, and the anchor or decision
// that it was learnt from was not replaced. A replacement that was taken out of use counts while another replaced it.
inline constexpr std::string_view knowledge_holds =
    "t.archived_at IS NULL AND NOT EXISTS (SELECT 1 FROM knowledge n WHERE n.supersedes=t.id AND (n.archived_at IS "
    "NULL "
    "OR EXISTS (SELECT 1 FROM knowledge m WHERE m.supersedes=n.id))) AND NOT EXISTS (SELECT 1 FROM "
    "knowledge_related_to r JOIN anchors a ON a.id=r.value WHERE t.source='anchor' AND r.knowledge_id=t.id AND "
    "a.archived_at IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM knowledge_related_to r JOIN decisions d ON d.id=r.value "
    "WHERE t.source='manual' AND r.knowledge_id=t.id AND d.status='superseded' AND "
    "instr(d.question, rtrim(t.title,'…'))=1) ";

// Whether that entry does.
Result<bool> does_knowledge_hold(Connection& connection, const Id& id);

// The entry in use that was made from that record: a task, an anchor.
Result<std::optional<Id>> knowledge_from(Connection& connection, const Id& record, KnowledgeSource source);

// Entries in use, those directly under `parent`; without one, those under none. In order of their titles.
Result<std::vector<Knowledge>> knowledge_under(Connection& connection, const std::optional<Id>& parent,
                                               std::int64_t limit, BadRows& bad);

// Entries in use whose source has changed since, the longest ago first.
Result<std::vector<Knowledge>> knowledge_with_changed_source(Connection& connection, std::int64_t limit, BadRows& bad);

// The newest entries that nobody has confirmed yet.
Result<std::vector<Knowledge>> unconfirmed_knowledge(Connection& connection, std::int64_t limit, BadRows& bad);

// Artifacts in the store, beyond what every noun has.

// Documents of the plan that somebody remarked on lately: among the newest remarks and those that nobody read yet, a
// bounded number of each. For packs, which may not look through every document.
Result<std::vector<Id>> artifacts_remarked_on(Connection& connection, const Id& plan_id);

// Whether any task names the document as one of its own. Looks through what tasks name: for a document that itself
// names nothing.
Result<bool> is_named_by_task(Connection& connection, const Id& artifact_id);

// Whether there is one in use at all. Most projects have none, and asking so is cheaper than reading none.
Result<bool> has_active_artifact(Connection& connection);

// In use, of the plan.
Result<std::vector<Artifact>> active_artifacts_of(Connection& connection, const Id& plan_id, std::int64_t limit,
                                                  BadRows& bad);

}  // namespace hm
