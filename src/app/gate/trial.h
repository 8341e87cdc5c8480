// Asking the gate without a call: trials, recorded decisions, and the fingerprint of a call.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "domain/event.h"
#include "engine/gate/facts.h"
#include "store/records/records.h"

namespace hm {

// A trial of the gate: the verdict on a call that is not made. Nothing is recorded, no session is begun.

struct GateTrial {
    GateFacts facts;
    Verdict verdict;
};

struct TriedCall {
    ToolUse use;
    std::string role;              // empty: the session's, or solo
    std::optional<Id> session_id;  // as whom; without it no task is active
};

Result<GateTrial> try_gate(const TriedCall& call, const std::filesystem::path& directory, Workspace& workspace);

// The print of a call: the same call of the same session has the same print, however it spells a path of the project.
// By it a repeated call is known again, and an approval finds the call it was given for.

std::string call_print(const Id& session_id, const ToolUse& use, const std::filesystem::path& root);

// The directories that a call's command may run in and its relative paths start from: those that the tool was given, or
// the client's own. Relative ones are taken from the client's, ~ is the home directory.

// At least one.
std::vector<std::filesystem::path> work_directories(const ToolUse& use, const std::filesystem::path& clients);

// A decision of the gate as the trail holds it: its event, the facts it was taken on, and the verdict.

struct RecordedDecision {
    Event event;
    GateFacts facts;
    Verdict verdict;
};

// By its place in the trail or its id; fails when that is no decision of the gate.
Result<RecordedDecision> require_decision(Connection& connection, std::string_view named, BadRows& bad);

// The same, for a lever: only a refusal can be lifted, and only one that levers reach. `lever` opens the refusal of it:
// "approve".
Result<RecordedDecision> require_refusal(Connection& connection, std::string_view named, std::string_view lever,
                                         BadRows& bad);

}  // namespace hm
