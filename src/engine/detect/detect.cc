#include "engine/detect/detect.h"

#include <algorithm>
#include <array>

#include "engine/detect/rules.h"

namespace hm {
namespace {

struct SignalTraits {
    SignalKind kind;
    SignalSeverity severity;
    std::string_view command;
};

constexpr std::array<SignalTraits, enum_names<SignalKind>.size()> traits{{
    {SignalKind::gate_bypassed, SignalSeverity::medium, "inspect drift"},
    {SignalKind::cancels_in_row, SignalSeverity::critical, "session acknowledge"},
    {SignalKind::failures_in_row, SignalSeverity::high, "inspect deep"},
    {SignalKind::identical_calls, SignalSeverity::high, "memory flag-false-path"},
    {SignalKind::identical_answers, SignalSeverity::high, "session close"},
    {SignalKind::too_many_calls, SignalSeverity::high, "inspect drift"},
    {SignalKind::useless_compaction, SignalSeverity::high, "resume"},
    {SignalKind::context_nearly_full, SignalSeverity::high, "session split"},
    {SignalKind::stuck_words, SignalSeverity::medium, "inspect deep"},
    {SignalKind::same_section_again, SignalSeverity::medium, "inspect deep"},
    {SignalKind::long_section, SignalSeverity::medium, "session update"},
    {SignalKind::write_without_task, SignalSeverity::medium, "task start"},
    {SignalKind::task_without_checkpoint, SignalSeverity::medium, "session update"},
    {SignalKind::long_silence, SignalSeverity::medium, "resume"},
    {SignalKind::prompts_pile_up, SignalSeverity::medium, "session report"},
    {SignalKind::reads_without_write, SignalSeverity::low, "session update"},
    {SignalKind::completed_pile_up, SignalSeverity::low, "hierarchy prune"},
    {SignalKind::missing_tree, SignalSeverity::low, "session start"},
}};

const SignalTraits& traits_of(SignalKind kind) {
    const SignalTraits& found = traits.at(static_cast<std::size_t>(kind));
    HM_ASSERT(found.kind == kind);
    return found;
}

constexpr std::array<DetectRule, traits.size()> rules{
    gate_bypassed,           cancels_in_row,      failures_in_row,
    identical_calls,         identical_answers,   too_many_calls,
    useless_compaction,      context_nearly_full, stuck_words,
    same_section_again,      long_section,        write_without_task,
    task_without_checkpoint, long_silence,        prompts_pile_up,
    reads_without_write,     completed_pile_up,   missing_tree,
};

}  // namespace

SignalSeverity severity_of(SignalKind kind) {
    return traits_of(kind).severity;
}

std::string_view command_of(SignalKind kind) {
    return traits_of(kind).command;
}

std::vector<Detected> detect(const DetectFacts& facts) {
    std::vector<Detected> all;
    for (const DetectRule rule : rules) {
        if (auto found = rule(facts)) all.push_back(std::move(*found));
    }
    std::ranges::stable_sort(all, [](const Detected& one, const Detected& other) {
        return severity_of(one.kind) > severity_of(other.kind);
    });
    return all;
}

void answer(SignalKind kind, SessionCounters& counters) {
    switch (kind) {
        case SignalKind::gate_bypassed: counters.bypasses = 0; break;
        case SignalKind::cancels_in_row:
            counters.cancels_in_row = 0;
            counters.is_tightened = 0;
            break;
        case SignalKind::failures_in_row: counters.consecutive_failures = 0; break;
        case SignalKind::identical_calls: counters.identical_calls = 0; break;
        case SignalKind::identical_answers: counters.identical_answers = 0; break;
        case SignalKind::too_many_calls:
            counters.calls_in_window = 0;
            counters.calls_in_last_window = 0;
            break;
        case SignalKind::useless_compaction: break;  // only a compaction that frees something answers it
        case SignalKind::context_nearly_full: counters.is_split = 1; break;
        case SignalKind::stuck_words: counters.keyword_points = 0; break;
        case SignalKind::same_section_again: counters.similar_updates = 0; break;
        case SignalKind::long_section:
            counters.consecutive_same_section = 0;
            counters.calls_in_section = 0;
            break;
        case SignalKind::write_without_task: counters.writes_without_task = 0; break;
        case SignalKind::task_without_checkpoint: counters.task_quiet_since = counters.last_activity_at; break;
        case SignalKind::long_silence: counters.silence_ms = 0; break;
        case SignalKind::prompts_pile_up: counters.prompt_points = 0; break;
        case SignalKind::reads_without_write: counters.reads_since_write = 0; break;
        case SignalKind::completed_pile_up: counters.completed_branches = 0; break;
        case SignalKind::missing_tree: counters.has_no_tree = 0; break;
    }
}

}  // namespace hm
