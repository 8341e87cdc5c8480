// What is remembered, as people and agents read it: hits of recall, reviews, stale entries, anchors.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/json.h"
#include "base/time.h"
#include "domain/anchor.h"
#include "domain/swarm.h"
#include "engine/recall/rank_candidates.h"
#include "engine/recall/recall_hit.h"

namespace hm {

// What was recalled, as people and agents read it: a line or two each, with the reasons.

// Why a candidate ranks where it does. `asked` are the question's words as the asker wrote them.
std::vector<std::string> recall_reasons(const RankedCandidate& ranked, const std::vector<std::string>& asked);

std::string recall_lines(const std::vector<RecallHit>& hits, Time now);

// Every field of the record, and beside it: noun, score, match, parts, reasons.
json::object recall_json(const RecallHit& hit);

// What a headless researcher is told: what to find out, how to hand it over, and until when.

std::string research_text(const Swarm& swarm);

// What waits for review, as a person reads it: who said it, and a diff to what it replaces.

struct ReviewEntry {
    std::string_view noun;
    Id id;
    Time made_at;
    std::string source;
    std::string content;
    std::optional<Id> supersedes;
    std::string replaced;  // the content of what it replaces
    bool waits = false;    // out of packs until accepted
};

std::string review_text(const std::vector<ReviewEntry>& entries, Time now);
json::array review_json(const std::vector<ReviewEntry>& entries);

// What changed between two texts, word by word: [-gone-] {+new+}. For people who review.

// Texts of more than some hundred words are shown whole, one after the other.
std::string word_diff(std::string_view before, std::string_view after);

// What is past its date, as a person reads it and as machines do.

struct StaleEntry {
    std::string_view noun;
    json::object record;
    Time confirmed_at;  // when somebody last said that it holds, or changed it
    Duration unconfirmed_for;
    std::optional<std::int64_t> confidence;  // now, of knowledge
    std::string reason = {};                 // why, of a document; empty: its date, or its source
};

std::string stale_text(const std::vector<StaleEntry>& entries);
// "2 anchors and 1 memory are past their date or come from what changed: `hivemind stale` shows them."
std::string stale_warning(const std::vector<StaleEntry>& entries);
// For the agent: a task in hand that nothing was done under for so long.
std::string stale_task_note(std::string_view id, std::string_view name, Duration untouched_for);
json::array stale_json(const std::vector<StaleEntry>& entries);

// What an agent is told while records name others that are not there and nobody has mended it.

// REQUIRES: there is a break. Each is a line: which record names what.
std::string chain_break_text(const std::vector<std::string>& breaks);

// An anchor as packs show it, as far as its size goes.

// The most characters that an anchor takes in a pack, its frame included.
std::size_t shown_characters(const Anchor& anchor);

}  // namespace hm
