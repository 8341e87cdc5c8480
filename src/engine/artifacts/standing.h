// How a planning document stands by its place in the chain: what is above it, what replaced that, the plan and the
// tasks it belongs to, and its own file. Not by its age: a document nobody touched for a year is current as long as
// what it hangs on did not change. Pure.
//
// To add a finding: its name below, when it holds in standing.cc, its words in view/artifact_text.cc.
#pragma once

#include <string>
#include <vector>

#include "base/enum_names.h"
#include "domain/artifact.h"
#include "domain/plan.h"
#include "engine/artifacts/sections.h"

namespace hm {

// stale: to be looked at again; outlier: it hangs on nothing any more; over: no longer in use.
HM_ENUM(ArtifactStanding, current, stale, outlier, over)
HM_ENUM(ArtifactFindingKind, text_changed, above_changed, above_replaced, above_given_up, file_gone, in_no_chain,
        plan_given_up)
HM_ENUM(ArtifactFile, none, read, gone, unreadable)

struct ArtifactAbove {
    Artifact artifact;
    bool has_new_text = false;  // its file says something else than what is kept of it
};

struct ArtifactFacts {
    Artifact artifact;
    std::vector<ArtifactAbove> above;  // parent, its parent and so on
    std::optional<Plan> plan;
    bool is_linked = false;  // it names a plan, a task or a document, or is named by one
    ArtifactFile file = ArtifactFile::none;
    SectionChanges text;  // of the file against what is kept
};

struct ArtifactFinding {
    ArtifactFindingKind kind = ArtifactFindingKind::text_changed;
    std::string what;  // the document above, the plan, the path, or the headings
};

struct JudgedArtifact {
    ArtifactStanding standing = ArtifactStanding::current;
    std::vector<ArtifactFinding> findings;
};

JudgedArtifact judge_artifact(const ArtifactFacts& facts);

// When somebody last changed it or said that it holds.
Time settled_at(const Artifact& artifact);

}  // namespace hm
