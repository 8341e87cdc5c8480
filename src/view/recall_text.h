// What was recalled, as people and agents read it: a line or two each, with the reasons.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "engine/recall/rank_candidates.h"
#include "engine/recall/recall_hit.h"

namespace hm {

// Why a candidate ranks where it does. `asked` are the question's words as the asker wrote them.
std::vector<std::string> recall_reasons(const RankedCandidate& ranked, const std::vector<std::string>& asked);

std::string recall_lines(const std::vector<RecallHit>& hits, Time now);

// Every field of the record, and beside it: noun, score, match, parts, reasons.
json::object recall_json(const RecallHit& hit);

}  // namespace hm
