// Exports of answers: the last one of each turn goes to .hivemind/sessions/exports as a file of a fixed form, with the
// tree it belongs to and what could be checked of it. After four, one entry of knowledge is made from them.
#pragma once

#include <string_view>

#include "app/hooks/hook_frame.h"
#include "app/workspace.h"
#include "base/codec.h"
#include "domain/texts.h"

namespace hm {

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
