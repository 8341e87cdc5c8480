// Settings: what a person can choose for a project, each with its default. `config` walks this list.
#pragma once

#include "base/codec.h"
#include "base/enum_names.h"
#include "domain/review.h"
#include "domain/texts.h"

namespace hm {

HM_ENUM(GateMode, assisted, strict, permissive)
HM_ENUM(FailMode, by_mode, open, closed)

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
    Duration abandoned_leaves_after = hours(48);
    Duration delegation_lasts = minutes(30);
    Duration shell_deadline = seconds(120);
    ReviewMode review = ReviewMode::none;
    std::optional<Time> paused_until;
    std::optional<Sentence> pause_reason;

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
        visit(field("memory_fresh_for", &Settings::memory_fresh_for, "How long an observation stays fresh."));
        visit(field("anchor_fresh_for", &Settings::anchor_fresh_for,
                    "How long an anchor holds without being confirmed; critical ones hold always."));
        visit(field("session_fresh_for", &Settings::session_fresh_for,
                    "How long an open session may be silent before it waits to be looked at."));
        visit(field("review", &Settings::review,
                    "Which new memories stay out of packs until a person accepts them: none, untrusted (from tools or "
                    "outside), agents (those and what agents say)."));
        visit(field("abandoned_leaves_after", &Settings::abandoned_leaves_after,
                    "How long an abandoned plan stays in the context; it stays in the store for good."));
        visit(field("delegation_lasts", &Settings::delegation_lasts,
                    "How long a task that was given away waits to be taken up."));
        visit(field("shell_deadline", &Settings::shell_deadline, "Longest run of a command of govern_shell."));
    }
};

// What by_mode comes to.
FailMode effective_fail(const Settings& settings);

bool is_paused(const Settings& settings, Time now);

// While the gate is paused it only records.
GateMode effective_mode(const Settings& settings, Time now);

}  // namespace hm
