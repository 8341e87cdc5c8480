// Signals from what the agent and the person say.
#include "engine/detect/rules.h"

namespace hm {

std::optional<Detected> stuck_words(const DetectFacts& facts) {
    // Points fade by a tenth with every call, so the last of N words never finds all N before it whole.
    const std::int64_t words = (facts.counters.keyword_points + 50) / 100;
    return reached(SignalKind::stuck_words, words, facts.settings.signal_keywords, facts.counters.last_keyword);
}

// What runs in circles is as long a row whether it calls or talks: one limit for both.
std::optional<Detected> identical_answers(const DetectFacts& facts) {
    return reached(SignalKind::identical_answers, facts.counters.identical_answers,
                   facts.settings.signal_identical_calls);
}

std::optional<Detected> prompts_pile_up(const DetectFacts& facts) {
    return reached(SignalKind::prompts_pile_up, prompt_points_at(facts.counters, facts.now),
                   facts.settings.signal_prompt_points);
}

std::optional<Detected> cancels_in_row(const DetectFacts& facts) {
    const SessionCounters& counters = facts.counters;
    if (counters.is_tightened != 0) return Detected{SignalKind::cancels_in_row, facts.settings.signal_cancels};
    return reached(SignalKind::cancels_in_row, counters.cancels_in_row, facts.settings.signal_cancels);
}

}  // namespace hm
