// The rules of detection: each looks at the facts and says what it saw, or nothing. A limit of 0 turns its rule off.
#pragma once

#include <optional>

#include "engine/detect/detect.h"

namespace hm {

using DetectRule = std::optional<Detected> (*)(const DetectFacts& facts);

// calls.cc: what the calls of tools look like.
std::optional<Detected> failures_in_row(const DetectFacts& facts);
std::optional<Detected> identical_calls(const DetectFacts& facts);
std::optional<Detected> too_many_calls(const DetectFacts& facts);
std::optional<Detected> reads_without_write(const DetectFacts& facts);
std::optional<Detected> write_without_task(const DetectFacts& facts);

// section.cc: how the session moves through its work.
std::optional<Detected> long_section(const DetectFacts& facts);
std::optional<Detected> same_section_again(const DetectFacts& facts);
std::optional<Detected> task_without_checkpoint(const DetectFacts& facts);
std::optional<Detected> long_silence(const DetectFacts& facts);
std::optional<Detected> completed_pile_up(const DetectFacts& facts);
std::optional<Detected> missing_tree(const DetectFacts& facts);

// words.cc: what the agent and the person say.
std::optional<Detected> stuck_words(const DetectFacts& facts);
std::optional<Detected> identical_answers(const DetectFacts& facts);
std::optional<Detected> prompts_pile_up(const DetectFacts& facts);
std::optional<Detected> cancels_in_row(const DetectFacts& facts);

// context.cc: how full the context is, and what became of the gate.
std::optional<Detected> useless_compaction(const DetectFacts& facts);
std::optional<Detected> context_nearly_full(const DetectFacts& facts);
std::optional<Detected> gate_bypassed(const DetectFacts& facts);

// What was counted, when it reached its limit.
inline std::optional<Detected> reached(SignalKind kind, std::int64_t count, std::int64_t limit,
                                       std::string_view about = {}) {
    if (limit <= 0 || count < limit) return std::nullopt;
    return Detected{kind, count, std::string(about)};
}

}  // namespace hm
