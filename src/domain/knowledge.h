// Knowledge: something about the project that holds beyond a task: how it is built, what was decided, what
// to beware of. Its confidence falls as time passes without anyone confirming it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/fields.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(KnowledgeType, architecture, decision, pattern, tech_stack, research, codebase_fact, convention, gotcha)
HM_ENUM(KnowledgeSource, manual, anchor, task_evidence, git_commit, scan, research, synthesis)

struct Knowledge : Node {
    KnowledgeType type = KnowledgeType::codebase_fact;
    Title title;
    MemoryText content;
    std::vector<Sentence> evidence;
    std::optional<Id> parent_id;
    std::vector<Id> related_to;
    std::optional<Id> supersedes;
    Duration stale_after = hours(7 * 24);
    std::int64_t confidence = 100;
    KnowledgeSource source = KnowledgeSource::manual;
    std::optional<Time> stale_since;
    std::optional<Time> validated_at;
    std::int64_t access_count = 0;
    std::optional<Time> last_accessed_at;

    static constexpr void fields(auto&& visit) {
        node_fields<Knowledge>(visit);
        visit(field("type", &Knowledge::type, "What sort of knowledge it is."));
        visit(field("title", &Knowledge::title, "What it is about."));
        visit(field("content", &Knowledge::content, "What is known."));
        visit(field("evidence", &Knowledge::evidence, "Paths, lines, commits that show it."));
        visit(field("parent_id", &Knowledge::parent_id, "Entry it belongs under."));
        visit(field("related_to", &Knowledge::related_to, "Records of any kind that belong with it."));
        visit(field("supersedes", &Knowledge::supersedes, "Entry it replaces."));
        visit(field("stale_after", &Knowledge::stale_after, "How long it holds without being confirmed."));
        visit(field("confidence", &Knowledge::confidence, "How sure it is, 0 to 100, when last confirmed."));
        visit(field("source", &Knowledge::source, "Where it comes from."));
        visit(kept("stale_since", &Knowledge::stale_since, "When a file that shows it changed."));
        visit(kept("validated_at", &Knowledge::validated_at, "When somebody last said that it still holds."));
        visit(kept("access_count", &Knowledge::access_count, "How often it was shown."));
        visit(kept("last_accessed_at", &Knowledge::last_accessed_at, "When it was last shown."));
    }
};

// Confidence now: ten less for every stale_after that passed since it was last confirmed or changed, thirty less when
// what shows it has changed.
std::int64_t confidence_at(const Knowledge& knowledge, Time now);

}  // namespace hm
