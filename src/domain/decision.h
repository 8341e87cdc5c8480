// Decision: a technical question with its options. Until it is resolved, the tasks that name it are blocked.
#pragma once

#include <vector>

#include "base/enum_names.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(DecisionStatus, unresolved, resolved, superseded)

struct Decision : Node {
    Sentence question;
    std::vector<Sentence> options;
    std::optional<Sentence> choice;
    std::vector<Sentence> evidence;
    std::vector<Id> depends_on;
    std::optional<Id> supersedes;
    DecisionStatus status = DecisionStatus::unresolved;
    std::optional<Time> resolved_at;
    std::optional<Word> resolved_by;

    static constexpr void fields(auto&& visit) {
        node_fields<Decision>(visit);
        visit(field("question", &Decision::question, "What is to be decided."));
        visit(field("options", &Decision::options, "What could be chosen."));
        visit(field("choice", &Decision::choice, "What was chosen."));
        visit(field("evidence", &Decision::evidence, "What speaks for the choice."));
        visit(field("depends_on", &Decision::depends_on, "Decisions that must be taken first."));
        visit(field("supersedes", &Decision::supersedes, "Decision it replaces."));
        visit(kept("status", &Decision::status, "Where it stands."));
        visit(kept("resolved_at", &Decision::resolved_at, "When it was taken."));
        visit(kept("resolved_by", &Decision::resolved_by, "Who took it."));
    }
};

}  // namespace hm
