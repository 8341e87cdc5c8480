// SessionCounters: what is counted of a session, event by event, for detection to read. They are kept in the session's
// row and changed together with the event that they count, so that none is counted twice or not at all, the spooled
// ones included. Flat: nothing in here grows with the session.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/codec.h"
#include "base/fields.h"
#include "domain/texts.h"

namespace hm {

HM_ENUM(HappeningKind, call, refusal, prompt, turn_end, cancel, request, usage, compaction, bypass)
HM_ENUM(ToolClass, read, write, query, governance)

// What one event adds to the counters of its session.
struct Happening {
    HappeningKind kind = HappeningKind::call;
    std::optional<ToolClass> tool_class;
    std::optional<Word> tool;
    std::optional<Word> print;  // equal for equal calls with their arguments, and for equal answers
    bool has_failed = false;
    bool has_task = false;
    bool left_checkpoint = false;
    std::optional<Time> task_since;                  // when the task in hand was started
    std::optional<Word> keyword;                     // a word of somebody who is stuck, in the agent's own words
    std::optional<std::int64_t> points;              // of a prompt
    std::optional<std::int64_t> tokens;              // in the context, as reported
    std::optional<std::int64_t> window;              // tokens the context can hold
    std::optional<std::int64_t> useless_below;       // of a usage after a compaction: percent that must have been freed
    std::optional<std::int64_t> completed_branches;  // of the plan, as the prompt found them
    std::optional<bool> has_no_tree;                 // writes without any aim declared
    std::vector<FilePath> files;

    static constexpr void fields(auto&& visit) {
        visit(field("kind", &Happening::kind, "What happened."));
        visit(field("tool_class", &Happening::tool_class, "What the tool does."));
        visit(field("tool", &Happening::tool, "The tool."));
        visit(field("print", &Happening::print, "Equal for equal calls, and for equal answers."));
        visit(field("has_failed", &Happening::has_failed, "Whether the call failed."));
        visit(field("has_task", &Happening::has_task, "Whether a task was in hand."));
        visit(field("left_checkpoint", &Happening::left_checkpoint, "Whether a checkpoint was written."));
        visit(field("task_since", &Happening::task_since, "When the task in hand was started."));
        visit(field("keyword", &Happening::keyword, "A word of somebody who is stuck."));
        visit(field("points", &Happening::points, "Points of a prompt."));
        visit(field("tokens", &Happening::tokens, "Tokens in the context."));
        visit(field("window", &Happening::window, "Tokens the context can hold."));
        visit(field("useless_below", &Happening::useless_below, "Percent that a compaction must free."));
        visit(field("completed_branches", &Happening::completed_branches, "Completed branches of the plan."));
        visit(field("has_no_tree", &Happening::has_no_tree, "Whether no aim was declared."));
        visit(field("files", &Happening::files, "Files that were changed."));
    }
};

struct SessionCounters {
    std::int64_t turn_count = 0;
    std::int64_t context_updates = 0;
    std::int64_t total_tool_calls = 0;
    std::int64_t successful_tool_calls = 0;
    std::int64_t violation_count = 0;
    std::int64_t read_calls = 0;
    std::int64_t write_calls = 0;
    std::int64_t query_calls = 0;
    std::int64_t governance_calls = 0;
    std::int64_t reads_since_write = 0;
    std::int64_t consecutive_failures = 0;
    std::int64_t consecutive_same_section = 0;  // turns since the section was declared
    std::int64_t calls_in_section = 0;
    std::int64_t similar_updates = 0;  // updates in a row that say nearly the same
    std::int64_t keyword_points = 0;   // hundredths of a word; fall with every call
    std::int64_t identical_calls = 0;
    std::int64_t identical_answers = 0;  // in a row, with nothing written between them
    std::int64_t writes_without_task = 0;
    std::int64_t cancels_in_row = 0;
    std::int64_t bypasses = 0;
    std::int64_t writes_at_scan = 0;     // when it was last looked how far the session is off its course
    std::int64_t drift_at_scan = 0;      // and how far it was
    std::int64_t window_started_at = 0;  // of counting calls per minute
    std::int64_t calls_in_window = 0;
    std::int64_t calls_in_last_window = 0;
    std::int64_t last_activity_at = 0;
    std::int64_t silence_ms = 0;        // before the last activity
    std::int64_t task_quiet_since = 0;  // since when the task in hand has had no checkpoint; 0: none in hand
    std::int64_t prompt_points = 0;     // hundredths; fall by a tenth an hour
    std::int64_t prompt_points_at = 0;
    std::int64_t tokens = 0;
    std::int64_t window = 0;
    std::int64_t tokens_before_compaction = 0;  // above 0: the next usage tells what the last compaction freed
    std::int64_t freed_percent = 0;             // by the last compaction
    std::int64_t useless_compactions = 0;       // in a row
    std::int64_t compactions_seen = 0;          // whose effect was measured
    std::int64_t awaits_purification = 0;       // compacted, and no call since
    std::int64_t is_tightened = 0;              // after cancels, until a person acknowledges
    std::int64_t is_split = 0;
    std::int64_t completed_branches = 0;  // as last looked at
    std::int64_t has_no_tree = 0;         // as last looked at
    std::int64_t exports = 0;             // of answers, all in all
    std::int64_t exports_since_synthesis = 0;
    std::string last_section_content;
    std::string last_call;
    std::string last_answer;  // its print
    std::string last_keyword;
    std::string last_bypass;    // what it was: files, or a call
    std::string continues;      // id of the session it was split from
    std::string continued_by;   // id of the session it was split into
    json::object tools_used;    // name → calls; the first two dozen
    json::array files_touched;  // the last two dozen
    json::object signals;       // kind → {id, is_open, told}

    static constexpr void fields(auto&& visit) {
        visit("turn_count", &SessionCounters::turn_count);
        visit("context_updates", &SessionCounters::context_updates);
        visit("total_tool_calls", &SessionCounters::total_tool_calls);
        visit("successful_tool_calls", &SessionCounters::successful_tool_calls);
        visit("violation_count", &SessionCounters::violation_count);
        visit("read_calls", &SessionCounters::read_calls);
        visit("write_calls", &SessionCounters::write_calls);
        visit("query_calls", &SessionCounters::query_calls);
        visit("governance_calls", &SessionCounters::governance_calls);
        visit("reads_since_write", &SessionCounters::reads_since_write);
        visit("consecutive_failures", &SessionCounters::consecutive_failures);
        visit("consecutive_same_section", &SessionCounters::consecutive_same_section);
        visit("calls_in_section", &SessionCounters::calls_in_section);
        visit("similar_updates", &SessionCounters::similar_updates);
        visit("keyword_points", &SessionCounters::keyword_points);
        visit("identical_calls", &SessionCounters::identical_calls);
        visit("identical_answers", &SessionCounters::identical_answers);
        visit("writes_without_task", &SessionCounters::writes_without_task);
        visit("cancels_in_row", &SessionCounters::cancels_in_row);
        visit("bypasses", &SessionCounters::bypasses);
        visit("writes_at_scan", &SessionCounters::writes_at_scan);
        visit("drift_at_scan", &SessionCounters::drift_at_scan);
        visit("window_started_at", &SessionCounters::window_started_at);
        visit("calls_in_window", &SessionCounters::calls_in_window);
        visit("calls_in_last_window", &SessionCounters::calls_in_last_window);
        visit("last_activity_at", &SessionCounters::last_activity_at);
        visit("silence_ms", &SessionCounters::silence_ms);
        visit("task_quiet_since", &SessionCounters::task_quiet_since);
        visit("prompt_points", &SessionCounters::prompt_points);
        visit("prompt_points_at", &SessionCounters::prompt_points_at);
        visit("tokens", &SessionCounters::tokens);
        visit("window", &SessionCounters::window);
        visit("tokens_before_compaction", &SessionCounters::tokens_before_compaction);
        visit("freed_percent", &SessionCounters::freed_percent);
        visit("useless_compactions", &SessionCounters::useless_compactions);
        visit("compactions_seen", &SessionCounters::compactions_seen);
        visit("awaits_purification", &SessionCounters::awaits_purification);
        visit("is_tightened", &SessionCounters::is_tightened);
        visit("is_split", &SessionCounters::is_split);
        visit("completed_branches", &SessionCounters::completed_branches);
        visit("has_no_tree", &SessionCounters::has_no_tree);
        visit("exports", &SessionCounters::exports);
        visit("exports_since_synthesis", &SessionCounters::exports_since_synthesis);
        visit("last_section_content", &SessionCounters::last_section_content);
        visit("last_call", &SessionCounters::last_call);
        visit("last_answer", &SessionCounters::last_answer);
        visit("last_keyword", &SessionCounters::last_keyword);
        visit("last_bypass", &SessionCounters::last_bypass);
        visit("continues", &SessionCounters::continues);
        visit("continued_by", &SessionCounters::continued_by);
        visit("tools_used", &SessionCounters::tools_used);
        visit("files_touched", &SessionCounters::files_touched);
        visit("signals", &SessionCounters::signals);
    }
};

// What is nothing is not written; what cannot be read counts as nothing.
SessionCounters read_counters(const json::object& stored);
// Members of `stored` that are not counters stay, so that what an import brought along is kept.
json::object write_counters(const SessionCounters& counters, json::object stored = {});

inline constexpr std::int64_t call_window_ms = 60'000;

// Calls within about the last minute.
std::int64_t calls_a_minute(const SessionCounters& counters, Time now);

// Points that prompts have gathered, in whole ones, as far as they have not faded.
std::int64_t prompt_points_at(const SessionCounters& counters, Time now);

void count(SessionCounters& counters, const Happening& happening, Time at);

// How far the session is off its course, 0 (on it) to 100, and how healthy it is, 100 (well) to 0.
std::int64_t drift_score(const SessionCounters& counters);
std::int64_t health_score(const SessionCounters& counters, std::size_t open_signals);

// A section was declared: what counts within it begins anew. `is_similar` to the one before is counted.
void begin_section(SessionCounters& counters, std::string_view content, bool is_similar);

}  // namespace hm
