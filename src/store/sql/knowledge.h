// Queries about knowledge.
#pragma once

#include "domain/knowledge.h"
#include "store/records.h"

namespace hm {

// The entry in use that was made from that record: a task, an anchor.
Result<std::optional<Id>> knowledge_from(Connection& connection, const Id& record, KnowledgeSource source);

// Entries in use, those directly under `parent`; without one, those under none. In order of their titles.
Result<std::vector<Knowledge>> knowledge_under(Connection& connection, const std::optional<Id>& parent,
                                               std::int64_t limit, BadRows& bad);

// Entries in use whose source has changed since, the longest ago first.
Result<std::vector<Knowledge>> knowledge_with_changed_source(Connection& connection, std::int64_t limit, BadRows& bad);

// The newest entries that nobody has confirmed yet.
Result<std::vector<Knowledge>> unconfirmed_knowledge(Connection& connection, std::int64_t limit, BadRows& bad);

}  // namespace hm
