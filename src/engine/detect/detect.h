// Detection: what in a session's counters deserves a word to the agent. Pure: the same counters, settings and time
// always give the same signals. The words are in view/signal_text.cc.
//
// To add a signal: 1. name it in SignalKind and give it its severity and its command in signals.cc; 2. write its rule
// in engine/detect/<family>.cc and declare it in rules.h; 3. add the rule to the list in detect.cc; 4. find its words
// in view/signal_text.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "domain/session.h"
#include "domain/session_counters.h"
#include "domain/settings.h"
#include "domain/signal.h"

namespace hm {

HM_ENUM(SignalKind, gate_bypassed, cancels_in_row, failures_in_row, identical_calls, identical_answers, too_many_calls,
        useless_compaction, context_nearly_full, stuck_words, same_section_again, long_section, write_without_task,
        task_without_checkpoint, long_silence, prompts_pile_up, reads_without_write, completed_pile_up, missing_tree)

struct DetectFacts {
    SessionCounters counters;
    SessionMode mode = SessionMode::plan_driven;
    std::string role;
    Settings settings;
    Time now;
};

struct Detected {
    SignalKind kind = SignalKind::long_section;
    std::int64_t count = 0;  // what was counted
    std::string about = {};  // the section, the word, the tool
};

inline constexpr std::size_t most_signals_shown = 3;

SignalSeverity severity_of(SignalKind kind);
// The one command that a signal names; carrying it out answers the signal.
std::string_view command_of(SignalKind kind);

// Everything that holds, worst first.
std::vector<Detected> detect(const DetectFacts& facts);

// The agent carried out the command that the signal names: what it was seen by begins anew.
void answer(SignalKind kind, SessionCounters& counters);

}  // namespace hm
