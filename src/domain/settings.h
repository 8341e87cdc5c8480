// Settings: what a person can choose for a project, each with its default. `config` walks this list.
#pragma once

#include "base/codec.h"
#include "base/fields.h"
#include "domain/memory.h"
#include "domain/role.h"
#include "domain/texts.h"

namespace hm {

HM_ENUM(GateMode, assisted, strict, permissive)
HM_ENUM(FailMode, by_mode, open, closed)
HM_ENUM(OfferedTools, usual, all)

struct Settings {
    GateMode mode = GateMode::assisted;
    FailMode fail = FailMode::by_mode;
    Duration gate_deadline = milliseconds(250);
    Duration pack_deadline = milliseconds(500);
    Duration record_deadline = milliseconds(250);
    Duration command_deadline = seconds(5);
    std::int64_t pack_characters = 15'000;
    Duration memory_fresh_for = hours(72);
    Duration anchor_fresh_for = hours(48);
    Duration session_fresh_for = hours(48);
    Duration session_lease = minutes(15);
    Duration abandoned_leaves_after = hours(48);
    Duration delegation_lasts = minutes(30);
    Duration shell_deadline = seconds(120);
    std::int64_t signal_section_turns = 8;
    std::int64_t signal_section_calls = 80;
    std::int64_t signal_reads_without_write = 20;
    std::int64_t signal_failures = 3;
    std::int64_t signal_keywords = 3;
    std::int64_t signal_similar_updates = 4;
    std::int64_t signal_writes_without_task = 3;
    std::int64_t signal_completed_branches = 5;
    std::int64_t signal_cancels = 3;
    std::int64_t signal_calls_a_minute = 120;
    std::int64_t signal_identical_calls = 5;
    std::int64_t signal_prompt_points = 100;
    Duration signal_silence = hours(2);
    Duration signal_task_quiet = minutes(30);
    std::int64_t compaction_frees_percent = 20;
    std::int64_t split_at_percent = 80;
    std::int64_t max_active_md_lines = 400;
    std::int64_t session_files_kept = 500;
    Duration events_kept_for = hours(24 * 90);
    std::int64_t swarms_at_once = 4;
    ReviewMode review = ReviewMode::none;
    OfferedTools tools = OfferedTools::usual;
    std::optional<Time> paused_until;
    std::optional<Sentence> pause_reason;
    std::vector<Role> roles;

    static constexpr void fields(auto&& visit) {
        visit(field("mode", &Settings::mode, "strict blocks, assisted advises, permissive records."));
        visit(field("fail", &Settings::fail,
                    "When HiveMind itself fails: open lets the call through, closed refuses it; "
                    "by_mode is closed in strict and open elsewhere."));
        visit(field("gate_deadline", &Settings::gate_deadline, "Longest wait for a decision of the gate."));
        visit(field("pack_deadline", &Settings::pack_deadline, "Longest wait for a pack."));
        visit(field("record_deadline", &Settings::record_deadline, "Longest wait to record a hook's event."));
        visit(field("command_deadline", &Settings::command_deadline, "Longest wait for a command."));
        visit(field("pack_characters", &Settings::pack_characters,
                    "Most characters of one injected pack, 500 to 200000."));
        visit(field("paused_until", &Settings::paused_until,
                    "Until when the gate only records; set by `hivemind pause`."));
        visit(field("pause_reason", &Settings::pause_reason, "Why the gate is paused."));
        visit(field("roles", &Settings::roles, "The project's own roles; `hivemind role set` changes them."));
        visit(field("memory_fresh_for", &Settings::memory_fresh_for, "How long an observation stays fresh."));
        visit(field("anchor_fresh_for", &Settings::anchor_fresh_for,
                    "After how long `hivemind stale` asks whether an anchor still holds. Age alone drops none from the "
                    "context; a changed source does, unless it is critical or its task is active."));
        visit(field("session_fresh_for", &Settings::session_fresh_for,
                    "How long an open session may be silent before it waits to be looked at."));
        visit(field("session_lease", &Settings::session_lease,
                    "How long a silent session keeps its tasks: after that another session may take them over."));
        visit(field("review", &Settings::review,
                    "Which new memories stay out of packs until a person accepts them: none, untrusted (from tools or "
                    "outside), agents (those and what agents say)."));
        visit(field("tools", &Settings::tools,
                    "Which tools agents are offered: usual, the few of their role, or all, with all their fields."));
        visit(field("abandoned_leaves_after", &Settings::abandoned_leaves_after,
                    "How long an abandoned plan stays in the context; it stays in the store for good."));
        visit(field("delegation_lasts", &Settings::delegation_lasts,
                    "How long a task that was given away waits to be taken up."));
        visit(field("shell_deadline", &Settings::shell_deadline, "Longest run of a command of govern_shell."));
        visit(field("signal_section_turns", &Settings::signal_section_turns,
                    "Turns in one section before a signal; of every signal_ setting 0 means never."));
        visit(field("signal_section_calls", &Settings::signal_section_calls,
                    "Calls in one section without a word to HiveMind before a signal."));
        visit(field("signal_reads_without_write", &Settings::signal_reads_without_write,
                    "Reads since the last write before a signal; an exploration may read on."));
        visit(field("signal_failures", &Settings::signal_failures, "Failed calls in a row before a signal."));
        visit(field("signal_keywords", &Settings::signal_keywords,
                    "Words of somebody who is stuck, fading with every call, before a signal."));
        visit(field("signal_similar_updates", &Settings::signal_similar_updates,
                    "Nearly equal updates in a row before a signal."));
        visit(field("signal_writes_without_task", &Settings::signal_writes_without_task,
                    "Writes without a task in hand before a signal."));
        visit(field("signal_completed_branches", &Settings::signal_completed_branches,
                    "Completed branches of the plan before a signal asks to prune."));
        visit(field("signal_cancels", &Settings::signal_cancels,
                    "Cancels in a row before a signal and before the session is held strictly."));
        visit(field("signal_calls_a_minute", &Settings::signal_calls_a_minute, "Calls in a minute before a signal."));
        visit(field("signal_identical_calls", &Settings::signal_identical_calls,
                    "Identical calls in a row before a signal."));
        visit(field("signal_prompt_points", &Settings::signal_prompt_points,
                    "Points that long prompts gather before a signal asks to purify the context."));
        visit(field("signal_silence", &Settings::signal_silence, "Silence of a session before a signal."));
        visit(field("signal_task_quiet", &Settings::signal_task_quiet,
                    "How long an active task may be without a checkpoint before a signal."));
        visit(field("compaction_frees_percent", &Settings::compaction_frees_percent,
                    "A compaction that frees less of the context was useless."));
        visit(field("split_at_percent", &Settings::split_at_percent,
                    "How full a context may be before its session shall be split; 0: never."));
        visit(field("max_active_md_lines", &Settings::max_active_md_lines,
                    "Lines of a session's file before its oldest go to the archive; 0: never."));
        visit(field("session_files_kept", &Settings::session_files_kept,
                    "Files kept in each folder of the sessions' archive; the store keeps all."));
        visit(field("events_kept_for", &Settings::events_kept_for,
                    "How long the store keeps events that only tell what was seen, a day at least; then they go to the "
                    "archive."));
        visit(field("swarms_at_once", &Settings::swarms_at_once, "Swarms of a project that may run at once."));
    }
};

// What by_mode comes to.
FailMode effective_fail(const Settings& settings);

bool is_paused(const Settings& settings, Time now);

// While the gate is paused it only records.
GateMode effective_mode(const Settings& settings, Time now);

}  // namespace hm
