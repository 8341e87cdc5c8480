// Before a turn ends: what is still open, whether a stop is refused, and what the answer teaches.
#pragma once

#include <string>
#include <string_view>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "app/event/hook_frame.h"
#include "base/codec.h"
#include "domain/texts.h"

namespace hm {

// The agent's turn ends: it answered, or the person cancelled it.
struct TurnEnd {
    AgentIdentity who;
    std::string last_answer;  // may be empty
    bool was_cancelled = false;
};

// The agent's turn ends. A cancel is counted; an answer is exported with what can be checked of it, and after four of
// them one entry of knowledge is made from them, without a model.

// Only the record of it, with its export; waits for nothing but the store.
Result<void> note_turn_end(const TurnEnd& event, Workspace& workspace);

// Takes in what waits in the spool and moves old events to their archive. Not done, it waits for the next turn.
void tidy_after_turn(Workspace& workspace);

// Both.
Result<void> end_turn(const TurnEnd& event, Workspace& workspace);

// The gate at the end of a turn: in strict, an agent that stops with a task of its own active is told so, once; a
// subagent too. It may stop the second time, so it is never held in a loop, and while subagents of its own are at work
// it may wait for them.

// The first time the agent wants to stop, or again after it was refused.
HM_ENUM(StopTry, first, again)

// Why the turn shall not end yet; empty when it may.
Result<std::string> refuse_stop(const AgentIdentity& who, StopTry stop, Workspace& workspace);

// Exports of answers: the last one of each turn goes to .hivemind/sessions/exports as a file of a fixed form, with the
// tree it belongs to and what could be checked of it. After four, one entry of knowledge is made from them.

struct ExportHierarchy {
    std::optional<Title> phase;
    std::vector<Title> tasks;
    std::vector<AnchorKey> anchors;

    static constexpr void fields(auto&& visit) {
        visit(field("phase", &ExportHierarchy::phase, "Phase the session is at."));
        visit(field("tasks", &ExportHierarchy::tasks, "Tasks in hand."));
        visit(field("anchors", &ExportHierarchy::anchors, "Critical anchors that hold."));
    }
};

struct ExportValidation {
    bool is_complete = false;
    std::vector<Sentence> issues;

    static constexpr void fields(auto&& visit) {
        visit(field("is_complete", &ExportValidation::is_complete, "Whether nothing was found missing."));
        visit(field("issues", &ExportValidation::issues, "What was found missing."));
    }
};

struct AnswerExport {
    Id session_id;
    StampText stamp;
    std::int64_t number = 0;
    Time exported_at;
    Time stale_at;
    ExportHierarchy hierarchy;
    ExportValidation validation;
    std::vector<FilePath> files;
    Text<0, 500> gist;
    Text<0, 20'000> text;

    static constexpr void fields(auto&& visit) {
        visit(field("session_id", &AnswerExport::session_id, "Session it was given in."));
        visit(field("stamp", &AnswerExport::stamp, "Stamp of that session."));
        visit(field("number", &AnswerExport::number, "Which answer of the session."));
        visit(field("exported_at", &AnswerExport::exported_at, "When it was given."));
        visit(field("stale_at", &AnswerExport::stale_at, "From when on it must be looked at anew."));
        visit(field("hierarchy", &AnswerExport::hierarchy, "Where the session was."));
        visit(field("validation", &AnswerExport::validation, "What could be checked of it."));
        visit(field("files", &AnswerExport::files, "Files it names that are there."));
        visit(field("gist", &AnswerExport::gist, "Its first sentence."));
        visit(field("text", &AnswerExport::text, "The answer, cut to 20,000 characters, without credentials."));
    }
};

Result<void> export_answer(std::string_view answer, const HookFrame& frame, Workspace& workspace);

}  // namespace hm
