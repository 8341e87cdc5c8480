// Short notes for the agent: rules, role, overrides, delegations, signals.
#pragma once

#include <string>

#include "domain/delegation.h"
#include "domain/grant.h"
#include "domain/role.h"
#include "domain/settings.h"
#include "domain/task.h"
#include "engine/detect/detect.h"

namespace hm {

// What an agent's role lets it do, said before it is refused something.

// Empty for a role that may do everything.
std::string role_note(const Role& role);

// What a person has allowed, in a clause that follows "a person": for the status and for the agents.

std::string lever_text(const Grant& grant);

// What an agent is told of a task that was handed to it.

// The task, what it shall yield and may touch, and what the one who handed it over said of it; each shortened.
std::string delegation_note(const Delegation& delegation, const Task& task);

// The stable part of what an agent is told: how to work under HiveMind. The same bytes every time, so that
// a provider's prompt cache stays warm. Paid for with every request: at most 600 characters, and told once, by the
// hooks where a client has them, by the MCP server elsewhere.

HM_ENUM(RulesLength, all, line)

// The rules alone, a line each.
std::string rules_lines(GateMode mode);
std::string rules_text(GateMode mode, RulesLength length = RulesLength::all);
// As much of them as befits so many characters for everything.
std::string rules_within(GateMode mode, std::size_t budget);

// What is open before the agent stops, beside its tasks.
std::string writes_without_task_line(std::int64_t writes);
std::string uncommitted_line(std::int64_t files, bool has_commits);

// A signal as it is told, from its row in engine/detect/detect.h: what was seen, and the one thing to do. One that was
// told twice and left is said again in other words, more quietly, not louder.

HM_ENUM(Tone, first, again)

struct SignalWords {
    std::string text;
    std::string advice;
};

SignalWords signal_words(const Detected& detected, Tone tone);

// One line for each, "high failures_in_row: …", for status and the pack.
std::string signal_lines(const std::vector<Signal>& signals);

}  // namespace hm
