// What of a project changed between two looks at it, and what its documents say now that no longer holds. Pure.
#pragma once

#include "engine/scan/project_map.h"

namespace hm {

HM_ENUM(DriftSubject, document, manifest, dependency, framework, governance, folder)
// contradicted: a document says what the project's files do not bear out.
HM_ENUM(DriftChange, added, removed, changed, contradicted)

struct DriftDetection {
    DriftSubject subject = DriftSubject::document;
    DriftChange change = DriftChange::added;
    ScannedText what;
    std::optional<ScannedText> before;
    std::optional<ScannedText> now;
    std::optional<StaleKind> stale;  // of what is contradicted

    static constexpr void fields(auto&& visit) {
        visit(field("subject", &DriftDetection::subject, "What sort of thing."));
        visit(field("change", &DriftDetection::change, "What happened to it."));
        visit(field("what", &DriftDetection::what, "Its path or name."));
        visit(field("before", &DriftDetection::before, "What it was, or what the document says."));
        visit(field("now", &DriftDetection::now, "What it is."));
        visit(field("stale", &DriftDetection::stale, "In what way a document no longer holds."));
    }
};

struct Drift {
    std::vector<DriftDetection> detections;  // changes first, then what documents say; at most 200
    std::int64_t left_out = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("detections", &Drift::detections, "What changed, and what no longer holds."));
        visit(field("left_out", &Drift::left_out, "Those beyond the limit."));
    }
};

// Below this an indicator is kept and counted, but not told.
inline constexpr std::int64_t more_likely_than_not = 50;

// Changes since `before`, nothing of them when there was no look before or one of the two saw only a part. What
// documents contradict is told in any case, as far as it is more likely than not.
Drift detect_drift(const std::optional<ProjectMap>& before, const ProjectMap& now);

// The same without what documents already contradicted before.
Drift fresh_drift(const ProjectMap& before, const ProjectMap& now);

// What a document says, at its place, against what is there.
DriftDetection contradiction_of(const DocumentEntry& document, const StaleIndicator& indicator);

}  // namespace hm
