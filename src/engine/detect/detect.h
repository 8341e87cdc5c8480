// Detection: what in a session's counters deserves a word to the agent. Pure: the same counters, settings and time
// always give the same signals. Everything about a signal is its row in signal_table; view/notes_text.cc lays the words
// out.
//
// To add a signal: 1. name it in SignalKind; 2. write its rule and its row in detect.cc (without a row it does not
// compile); 3. test it in detect_test.cc. Something that is not counted yet is a member of SessionCounters
// (domain/session_counters.h), a limit is a setting (domain/settings.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
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

// What a rule saw.
struct Seen {
    std::int64_t count = 0;  // what was counted
    std::string about = {};  // the section, the word, the tool
};

struct Detected {
    SignalKind kind = SignalKind::long_section;
    std::int64_t count = 0;
    std::string about = {};
};

// Everything about one kind of signal.
struct SignalRow {
    SignalKind kind;
    SignalSeverity severity;
    std::optional<Seen> (*rule)(const DetectFacts& facts);  // a limit of 0 turns a rule off
    void (*reset)(SessionCounters& counters);               // by an answer; null: only what happens next ends it
    std::string (*text)(const Detected& detected);          // what was seen, in words
    std::string_view advice;                                // the one thing to do, in words
    std::string_view command;                               // and as a command; carrying it out answers the signal
};

extern const EnumTable<&SignalRow::kind> signal_table;

inline constexpr std::size_t most_signals_shown = 3;

// Everything that holds, worst first.
std::vector<Detected> detect(const DetectFacts& facts);

// The agent carried out the command that the signal names: what it was seen by begins anew.
void answer(SignalKind kind, SessionCounters& counters);

}  // namespace hm
