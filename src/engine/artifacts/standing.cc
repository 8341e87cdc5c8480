#include "engine/artifacts/standing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace hm {
namespace {

constexpr std::size_t most_named = 5;

using enum ArtifactFindingKind;

std::string headings_of(const SectionChanges& text) {
    std::vector<std::string> all = text.changed;
    all.insert(all.end(), text.added.begin(), text.added.end());
    all.insert(all.end(), text.gone.begin(), text.gone.end());
    const std::size_t left_out = all.size() - std::min(all.size(), most_named);
    all.resize(std::min(all.size(), most_named));
    return left_out == 0 ? fmt::format("{}", fmt::join(all, ", "))
                         : fmt::format("{} and {} more", fmt::join(all, ", "), left_out);
}

// The nearest document above that says something: what is wrong further up is said of those in between.
void judge_above(const ArtifactFacts& facts, std::vector<ArtifactFinding>& findings) {
    for (const auto& [above, has_new_text] : facts.above) {
        if (above.status == ArtifactStatus::superseded) return findings.push_back({above_replaced, above.title.str()});
        if (above.status == ArtifactStatus::abandoned || above.archived_at)
            return findings.push_back({above_given_up, above.title.str()});
        if (has_new_text || above.modified_at > settled_at(facts.artifact))
            return findings.push_back({above_changed, above.title.str()});
    }
}

bool is_given_up(const Plan& plan) {
    return plan.status == PlanStatus::abandoned || plan.archived_at;
}

bool is_outlier(const ArtifactFinding& finding) {
    return finding.kind == file_gone || finding.kind == in_no_chain || finding.kind == plan_given_up;
}

}  // namespace

JudgedArtifact judge_artifact(const ArtifactFacts& facts) {
    const Artifact& artifact = facts.artifact;
    if (artifact.status != ArtifactStatus::active || artifact.archived_at) return {ArtifactStanding::over, {}};
    JudgedArtifact judged;
    if (facts.file == ArtifactFile::gone) judged.findings.push_back({file_gone, artifact.path->str()});
    if (facts.plan && is_given_up(*facts.plan)) judged.findings.push_back({plan_given_up, facts.plan->title.str()});
    if (!facts.is_linked) judged.findings.push_back({in_no_chain, {}});
    judge_above(facts, judged.findings);
    if (facts.file == ArtifactFile::read && facts.text.is_any())
        judged.findings.push_back({text_changed, headings_of(facts.text)});
    if (judged.findings.empty()) return judged;
    judged.standing =
        std::ranges::any_of(judged.findings, is_outlier) ? ArtifactStanding::outlier : ArtifactStanding::stale;
    return judged;
}

Time settled_at(const Artifact& artifact) {
    return std::max(artifact.modified_at, artifact.validated_at.value_or(artifact.modified_at));
}

}  // namespace hm
