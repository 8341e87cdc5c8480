// Recall: what is known about a question, the same for agents, people, packs and the evaluation. A sentence, a word,
// an identifier, a path or a stamp will do; without a question, the newest of what the filters let through.
// It reads only, by indexed keys, and its work is bounded whatever the size of the store.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "engine/recall/recall_hit.h"
#include "store/queries/near_read_head.h"
#include "store/records/records.h"

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

// RecallMemo: what recall answered lately, for a process that lives on. An agent asks for a pack many times for one
// prompt. An answer is used again only while nothing that recall reads has changed, in whatever process.
// Not for a short-lived process. One thread at a time.

class RecallMemo {
public:
    // Like recall().
    Result<std::vector<RecallHit>> ask(const RecallAsk& ask, Connection& connection, Time now, BadRows& bad);

private:
    struct Answered {
        std::string question;
        std::int64_t limit = 0;
        KnownVersion version;
        std::vector<RecallHit> hits;
    };
    std::list<Answered> answered_;  // the latest first
};

}  // namespace hm
