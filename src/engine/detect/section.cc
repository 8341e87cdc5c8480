// Signals from how the session moves through its work.
#include <algorithm>

#include "engine/detect/rules.h"

namespace hm {

std::optional<Detected> long_section(const DetectFacts& facts) {
    const SessionCounters& counters = facts.counters;
    if (auto found = reached(SignalKind::long_section, counters.consecutive_same_section,
                             facts.settings.signal_section_turns, counters.last_section_content)) {
        return counters.last_section_content.empty() ? std::nullopt : std::move(found);
    }
    if (auto found = reached(SignalKind::long_section, counters.calls_in_section, facts.settings.signal_section_calls,
                             counters.last_section_content)) {
        return found;
    }
    return std::nullopt;
}

std::optional<Detected> same_section_again(const DetectFacts& facts) {
    return reached(SignalKind::same_section_again, facts.counters.similar_updates,
                   facts.settings.signal_similar_updates, facts.counters.last_section_content);
}

std::optional<Detected> task_without_checkpoint(const DetectFacts& facts) {
    const std::int64_t since = facts.counters.task_quiet_since;
    const Duration limit = facts.settings.signal_task_quiet;
    if (since <= 0 || limit.ms <= 0 || facts.now.ms - since < limit.ms) return std::nullopt;
    return Detected{SignalKind::task_without_checkpoint, (facts.now.ms - since) / 60'000};
}

std::optional<Detected> long_silence(const DetectFacts& facts) {
    const SessionCounters& counters = facts.counters;
    const Duration limit = facts.settings.signal_silence;
    if (limit.ms <= 0 || counters.last_activity_at <= 0) return std::nullopt;
    const std::int64_t silence = std::max(counters.silence_ms, facts.now.ms - counters.last_activity_at);
    if (silence < limit.ms) return std::nullopt;
    return Detected{SignalKind::long_silence, silence / 60'000};
}

std::optional<Detected> completed_pile_up(const DetectFacts& facts) {
    return reached(SignalKind::completed_pile_up, facts.counters.completed_branches,
                   facts.settings.signal_completed_branches);
}

std::optional<Detected> missing_tree(const DetectFacts& facts) {
    if (facts.counters.has_no_tree == 0) return std::nullopt;
    return Detected{SignalKind::missing_tree, facts.counters.write_calls};
}

}  // namespace hm
