// Recall: what is known about a question, the same for agents, people, packs and the evaluation. A sentence, a word,
// an identifier, a path or a stamp will do; without a question, the newest of what the filters let through.
// It reads only, by indexed keys, and its work is bounded whatever the size of the store.
#pragma once

#include <optional>

#include "engine/recall/recall_hit.h"
#include "store/records.h"

namespace hm {

// knowledge: entries and anchors.
HM_ENUM(RecallScope, everything, memories, knowledge)

struct RecallAsk {
    std::string question = {};
    std::optional<Time> since = {};  // made then or later
    std::optional<Time> until = {};  // made before
    std::optional<Id> task_id = {};
    std::optional<Id> session_id = {};
    std::optional<std::string> file = {};  // named in its text, evidence or source
    std::optional<std::string> shelf = {};
    std::optional<std::string> tag = {};
    RecallScope scope = RecallScope::everything;
    std::int64_t limit = 10;
};

// Best first. What was superseded leads to its replacement; what was rejected or taken out of use is left out.
Result<std::vector<RecallHit>> recall(const RecallAsk& ask, Connection& connection, Time now, BadRows& bad);

}  // namespace hm
