// The signals, one row each, and their rules by what they look at: calls, context, sections, words.
#include "engine/detect/detect.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "engine/session/context.h"

namespace hm {
namespace {

// What was counted, when it reached its limit.
std::optional<Seen> reached(std::int64_t count, std::int64_t limit, std::string_view about = {}) {
    if (limit <= 0 || count < limit) return std::nullopt;
    return Seen{count, std::string(about)};
}

// Signals from the calls of tools.

std::optional<Seen> failures_in_row(const DetectFacts& facts) {
    return reached(facts.counters.consecutive_failures, facts.settings.signal_failures);
}

std::optional<Seen> identical_calls(const DetectFacts& facts) {
    return reached(facts.counters.identical_calls, facts.settings.signal_identical_calls);
}

std::optional<Seen> too_many_calls(const DetectFacts& facts) {
    return reached(calls_a_minute(facts.counters, facts.now), facts.settings.signal_calls_a_minute);
}

std::optional<Seen> reads_without_write(const DetectFacts& facts) {
    // Reading is what an exploration and an investigator are for.
    if (facts.mode == SessionMode::exploration || facts.role == "investigator") return std::nullopt;
    return reached(facts.counters.reads_since_write, facts.settings.signal_reads_without_write);
}

std::optional<Seen> write_without_task(const DetectFacts& facts) {
    if (facts.mode == SessionMode::quick_fix) return std::nullopt;
    return reached(facts.counters.writes_without_task, facts.settings.signal_writes_without_task);
}

// Signals from the context itself, and from what went past the gate.

std::optional<Seen> useless_compaction(const DetectFacts& facts) {
    // One may be bad luck; after two it is a pattern.
    if (facts.counters.useless_compactions < 2) return std::nullopt;
    return Seen{facts.counters.useless_compactions, std::to_string(facts.counters.freed_percent)};
}

std::optional<Seen> context_nearly_full(const DetectFacts& facts) {
    const SplitDecision decision = decide_split(facts.counters, facts.settings);
    if (!decision.is_due) return std::nullopt;
    return Seen{decision.percent};
}

std::optional<Seen> gate_bypassed(const DetectFacts& facts) {
    return reached(facts.counters.bypasses, 1, facts.counters.last_bypass);
}

// Signals from how the session moves through its work.

std::optional<Seen> long_section(const DetectFacts& facts) {
    const SessionCounters& counters = facts.counters;
    if (auto found = reached(counters.consecutive_same_section, facts.settings.signal_section_turns,
                             counters.last_section_content)) {
        return counters.last_section_content.empty() ? std::nullopt : std::move(found);
    }
    if (auto found =
            reached(counters.calls_in_section, facts.settings.signal_section_calls, counters.last_section_content)) {
        return found;
    }
    return std::nullopt;
}

std::optional<Seen> same_section_again(const DetectFacts& facts) {
    return reached(facts.counters.similar_updates, facts.settings.signal_similar_updates,
                   facts.counters.last_section_content);
}

std::optional<Seen> task_without_checkpoint(const DetectFacts& facts) {
    const std::int64_t since = facts.counters.task_quiet_since;
    const Duration limit = facts.settings.signal_task_quiet;
    if (since <= 0 || limit.ms <= 0 || facts.now.ms - since < limit.ms) return std::nullopt;
    return Seen{(facts.now.ms - since) / 60'000};
}

std::optional<Seen> long_silence(const DetectFacts& facts) {
    const SessionCounters& counters = facts.counters;
    const Duration limit = facts.settings.signal_silence;
    if (limit.ms <= 0 || counters.last_activity_at <= 0) return std::nullopt;
    const std::int64_t silence = std::max(counters.silence_ms, facts.now.ms - counters.last_activity_at);
    if (silence < limit.ms) return std::nullopt;
    return Seen{silence / 60'000};
}

std::optional<Seen> completed_pile_up(const DetectFacts& facts) {
    return reached(facts.counters.completed_branches, facts.settings.signal_completed_branches);
}

std::optional<Seen> missing_tree(const DetectFacts& facts) {
    if (facts.counters.has_no_tree == 0) return std::nullopt;
    return Seen{facts.counters.write_calls};
}

// Signals from what the agent and the person say.

std::optional<Seen> stuck_words(const DetectFacts& facts) {
    // Points fade by a tenth with every call, so the last of N words never finds all N before it whole.
    const std::int64_t words = (facts.counters.keyword_points + 50) / 100;
    return reached(words, facts.settings.signal_keywords, facts.counters.last_keyword);
}

// What runs in circles is as long a row whether it calls or talks: one limit for both.
std::optional<Seen> identical_answers(const DetectFacts& facts) {
    return reached(facts.counters.identical_answers, facts.settings.signal_identical_calls);
}

std::optional<Seen> prompts_pile_up(const DetectFacts& facts) {
    return reached(prompt_points_at(facts.counters, facts.now), facts.settings.signal_prompt_points);
}

std::optional<Seen> cancels_in_row(const DetectFacts& facts) {
    const SessionCounters& counters = facts.counters;
    if (counters.is_tightened != 0) return Seen{facts.settings.signal_cancels};
    return reached(counters.cancels_in_row, facts.settings.signal_cancels);
}

// The words.

std::string about_or(const Detected& detected, std::string_view otherwise) {
    return detected.about.empty() ? std::string(otherwise) : fmt::format("\"{}\"", shorten(detected.about, 80));
}

std::string time_span(std::int64_t minutes) {
    return minutes < 120 ? fmt::format("{} min", minutes) : fmt::format("{} h", minutes / 60);
}

}  // namespace

constexpr EnumTable<&SignalRow::kind> signal_table({
    {SignalKind::gate_bypassed, SignalSeverity::medium, gate_bypassed,
     [](SessionCounters& counters) { counters.bypasses = 0; },
     [](const Detected& detected) {
         return fmt::format("Changed outside recorded calls: {}. The person may have done it.",
                            detected.about.empty() ? "what the log names" : shorten(detected.about, 120));
     },
     "If nobody says so, look at it and tell the person", "inspect drift"},
    {SignalKind::cancels_in_row, SignalSeverity::critical, cancels_in_row,
     [](SessionCounters& counters) {
         counters.cancels_in_row = 0;
         counters.is_tightened = 0;
     },
     [](const Detected& detected) {
         return fmt::format("The person cancelled {} times in a row. The session is held strictly.", detected.count);
     },
     "Ask the person what is wrong; they end it with", "session acknowledge"},
    {SignalKind::failures_in_row, SignalSeverity::high, failures_in_row,
     [](SessionCounters& counters) { counters.consecutive_failures = 0; },
     [](const Detected& detected) {
         return fmt::format("{} calls in a row failed. Step back before the next one.", detected.count);
     },
     "Look back over the whole session", "inspect deep"},
    {SignalKind::identical_calls, SignalSeverity::high, identical_calls,
     [](SessionCounters& counters) { counters.identical_calls = 0; },
     [](const Detected& detected) {
         return fmt::format("The same call was made {} times in a row. It will not answer differently.",
                            detected.count);
     },
     "Mark it as a dead end and go another way", "memory flag-false-path"},
    {SignalKind::identical_answers, SignalSeverity::high, identical_answers,
     [](SessionCounters& counters) { counters.identical_answers = 0; },
     [](const Detected& detected) {
         return fmt::format("The last {} answers say the same, and nothing was written between them.", detected.count);
     },
     "If the work is done, end it once", "session close"},
    {SignalKind::too_many_calls, SignalSeverity::high, too_many_calls,
     [](SessionCounters& counters) {
         counters.calls_in_window = 0;
         counters.calls_in_last_window = 0;
     },
     [](const Detected& detected) { return fmt::format("{} calls within a minute. Is this a loop?", detected.count); },
     "Stop and compare with the aim", "inspect drift"},
    // Only a compaction that frees something answers it.
    {SignalKind::useless_compaction, SignalSeverity::high, useless_compaction, nullptr,
     [](const Detected& detected) {
         return fmt::format(
             "{} compactions in a row freed too little, the last one {} %. HiveMind adds only the "
             "essentials to the next.",
             detected.count, detected.about);
     },
     "Begin a fresh session from", "resume"},
    {SignalKind::context_nearly_full, SignalSeverity::high, context_nearly_full,
     [](SessionCounters& counters) { counters.is_split = 1; },
     [](const Detected& detected) { return fmt::format("The context is {} % full.", detected.count); },
     "Go on in a fresh session", "session split"},
    {SignalKind::stuck_words, SignalSeverity::medium, stuck_words,
     [](SessionCounters& counters) { counters.keyword_points = 0; },
     [](const Detected& detected) {
         return fmt::format("You said {} and the like {} times lately.", about_or(detected, "\"stuck\""),
                            detected.count);
     },
     "Look back over the whole session", "inspect deep"},
    {SignalKind::same_section_again, SignalSeverity::medium, same_section_again,
     [](SessionCounters& counters) { counters.similar_updates = 0; },
     [](const Detected& detected) {
         return fmt::format("{} was declared {} times with nearly the same words. Circling?",
                            about_or(detected, "The section"), detected.count);
     },
     "Look back over the whole session", "inspect deep"},
    {SignalKind::long_section, SignalSeverity::medium, long_section,
     [](SessionCounters& counters) {
         counters.consecutive_same_section = 0;
         counters.calls_in_section = 0;
     },
     [](const Detected& detected) {
         return fmt::format("{} turns or calls on {} without a word. Note what you decided.", detected.count,
                            about_or(detected, "one thing"));
     },
     "Say where you are", "session update"},
    {SignalKind::write_without_task, SignalSeverity::medium, write_without_task,
     [](SessionCounters& counters) { counters.writes_without_task = 0; },
     [](const Detected& detected) { return fmt::format("{} writes without a task in hand.", detected.count); },
     "Say what you are doing", "task start"},
    {SignalKind::task_without_checkpoint, SignalSeverity::medium, task_without_checkpoint,
     [](SessionCounters& counters) { counters.task_quiet_since = counters.last_activity_at; },
     [](const Detected& detected) {
         return fmt::format("The active task has had no checkpoint for {}.", time_span(detected.count));
     },
     "Say where you are", "session update"},
    {SignalKind::long_silence, SignalSeverity::medium, long_silence,
     [](SessionCounters& counters) { counters.silence_ms = 0; },
     [](const Detected& detected) {
         return fmt::format("Nothing happened here for {}. Context may be lost.", time_span(detected.count));
     },
     "Read where things stand", "resume"},
    {SignalKind::prompts_pile_up, SignalSeverity::medium, prompts_pile_up,
     [](SessionCounters& counters) { counters.prompt_points = 0; },
     [](const Detected& detected) {
         return fmt::format("Long prompts have gathered {} points. Purify the context: say what must stay.",
                            detected.count);
     },
     "Keep what must survive", "session report"},
    {SignalKind::reads_without_write, SignalSeverity::low, reads_without_write,
     [](SessionCounters& counters) { counters.reads_since_write = 0; },
     [](const Detected& detected) {
         return fmt::format("{} reads since the last write. Still exploring, or stuck?", detected.count);
     },
     "Say where you are", "session update"},
    {SignalKind::completed_pile_up, SignalSeverity::low, completed_pile_up,
     [](SessionCounters& counters) { counters.completed_branches = 0; },
     [](const Detected& detected) { return fmt::format("{} branches of the plan are completed.", detected.count); },
     "Fold them up", "hierarchy prune"},
    {SignalKind::missing_tree, SignalSeverity::low, missing_tree,
     [](SessionCounters& counters) { counters.has_no_tree = 0; },
     [](const Detected& detected) {
         return fmt::format("{} writes in a session that has declared no aim.", detected.count);
     },
     "Declare one", "session start"},
});

#ifndef __SANITIZE_ADDRESS__  // under the sanitizers GCC compares no function with nullptr at compile time
static_assert(std::ranges::all_of(signal_table,
                                  [](const SignalRow& row) {
                                      return row.rule != nullptr && row.text != nullptr && !row.advice.empty() &&
                                             !row.command.empty();
                                  }),
              "A signal needs a rule, a text, advice and a command.");
#endif

std::vector<Detected> detect(const DetectFacts& facts) {
    std::vector<Detected> all;
    for (const SignalRow& row : signal_table) {
        if (auto seen = row.rule(facts)) all.push_back({row.kind, seen->count, std::move(seen->about)});
    }
    std::ranges::stable_sort(all, [](const Detected& one, const Detected& other) {
        return signal_table[one.kind].severity > signal_table[other.kind].severity;
    });
    return all;
}

void answer(SignalKind kind, SessionCounters& counters) {
    if (const auto reset = signal_table[kind].reset) reset(counters);
}

}  // namespace hm
