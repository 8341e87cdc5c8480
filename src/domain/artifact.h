// Artifact: a document that planning leaves behind, with its sections. One that was superseded or abandoned
// leaves the context and stays in the store.
#pragma once

#include <array>
#include <vector>

#include "base/fields.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(ArtifactType, implementation_plan, research, spike_result, validation_report, delegation_report)
HM_ENUM(ArtifactStatus, active, superseded, abandoned, completed)
HM_ENUM(SectionStanding, current, stale, superseded)

struct ArtifactSection {
    Title heading;
    std::optional<Word> hash;
    SectionStanding standing = SectionStanding::current;
    static constexpr void fields(auto&& visit) {
        visit(field("heading", &ArtifactSection::heading, "Its heading."));
        visit(field("hash", &ArtifactSection::hash, "Hash of its text."));
        visit(field("standing", &ArtifactSection::standing, "Whether it still holds."));
    }
};

struct Artifact : Node {
    ArtifactType type = ArtifactType::implementation_plan;
    Title title;
    std::optional<FilePath> path;
    std::vector<ArtifactSection> sections;
    std::optional<Id> parent_id;
    std::optional<Id> plan_id;
    std::vector<Id> task_ids;
    std::optional<Id> superseded_by;
    ArtifactStatus status = ArtifactStatus::active;
    std::optional<Time> implemented_at;
    std::optional<Time> validated_at;
    std::optional<Time> purged_at;

    static constexpr void fields(auto&& visit) {
        node_fields<Artifact>(visit);
        visit(field("type", &Artifact::type, "What sort of document it is."));
        visit(field("title", &Artifact::title, "What it is called."));
        visit(field("path", &Artifact::path, "Where it is kept."));
        visit(field("sections", &Artifact::sections, "Its sections in order."));
        visit(field("parent_id", &Artifact::parent_id, "Document it belongs to."));
        visit(field("plan_id", &Artifact::plan_id, "Plan it belongs to."));
        visit(field("task_ids", &Artifact::task_ids, "Tasks it came from or belongs to."));
        visit(field("superseded_by", &Artifact::superseded_by, "Document that replaces it."));
        visit(kept("status", &Artifact::status, "Where it stands."));
        visit(field("implemented_at", &Artifact::implemented_at, "When it was carried out."));
        visit(kept("validated_at", &Artifact::validated_at, "When somebody last said that it still holds."));
        visit(kept("purged_at", &Artifact::purged_at, "When it left the context; it stays in the store."));
    }
};

// The status changes of an artifact.

template <>
struct LifecycleOf<Artifact> {
    using enum ArtifactStatus;
    static constexpr std::string_view noun = "Artifact";
    static constexpr auto member = &Artifact::status;
    static constexpr std::array first{active};
    static constexpr std::array<Transition<ArtifactStatus>, 6> table{{
        {active, completed},
        {active, superseded},
        {active, abandoned},
        {completed, superseded},
        {completed, active},  // reopened
        {abandoned, active},  // taken up again
    }};
    static void settle(Artifact& artifact, Time now) {
        const bool is_out =
            artifact.status == ArtifactStatus::superseded || artifact.status == ArtifactStatus::abandoned;
        artifact.purged_at = is_out ? std::optional(now) : std::nullopt;
    }
};

}  // namespace hm
