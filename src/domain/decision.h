// Decision: a technical question with its options. Until it is resolved, the tasks that name it are blocked.
#pragma once

#include <array>
#include <vector>

#include "base/fields.h"
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

// The status changes of a decision.

template <>
struct LifecycleOf<Decision> {
    using enum DecisionStatus;
    static constexpr std::string_view noun = "Decision";
    static constexpr auto member = &Decision::status;
    static constexpr std::array first{unresolved};
    static constexpr std::array<Transition<DecisionStatus>, 4> table{{
        {unresolved, resolved}, {unresolved, superseded}, {resolved, superseded}, {resolved, unresolved},  // taken back
    }};
    static void settle(Decision& decision, Time now) {
        const bool is_open = decision.status == DecisionStatus::unresolved;
        if (is_open) decision.resolved_by.reset();
        decision.resolved_at = is_open ? std::nullopt : std::optional(decision.resolved_at.value_or(now));
    }
};

}  // namespace hm
