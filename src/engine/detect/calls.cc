// Signals from the calls of tools.
#include "engine/detect/rules.h"

namespace hm {

std::optional<Detected> failures_in_row(const DetectFacts& facts) {
    return reached(SignalKind::failures_in_row, facts.counters.consecutive_failures, facts.settings.signal_failures);
}

std::optional<Detected> identical_calls(const DetectFacts& facts) {
    return reached(SignalKind::identical_calls, facts.counters.identical_calls, facts.settings.signal_identical_calls);
}

std::optional<Detected> too_many_calls(const DetectFacts& facts) {
    return reached(SignalKind::too_many_calls, calls_a_minute(facts.counters, facts.now),
                   facts.settings.signal_calls_a_minute);
}

std::optional<Detected> reads_without_write(const DetectFacts& facts) {
    // Reading is what an exploration and an investigator are for.
    if (facts.mode == SessionMode::exploration || facts.role == "investigator") return std::nullopt;
    return reached(SignalKind::reads_without_write, facts.counters.reads_since_write,
                   facts.settings.signal_reads_without_write);
}

std::optional<Detected> write_without_task(const DetectFacts& facts) {
    if (facts.mode == SessionMode::quick_fix) return std::nullopt;
    return reached(SignalKind::write_without_task, facts.counters.writes_without_task,
                   facts.settings.signal_writes_without_task);
}

}  // namespace hm
