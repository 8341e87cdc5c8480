// Plan: an aim with what counts as reaching it. It holds phases, and they hold tasks. An abandoned plan
// stays in the store and leaves the context.
#pragma once

#include <array>
#include <vector>

#include "base/fields.h"
#include "domain/node.h"
#include "domain/settings.h"

namespace hm {

HM_ENUM(PlanStatus, draft, active, completed, archived, abandoned)
HM_ENUM(PlanCategory, development, research, governance, maintenance, spec_kit, ad_hoc)

struct Plan : Node {
    Title title;
    std::optional<Paragraph> intent;
    std::vector<Sentence> acceptance;
    PlanCategory category = PlanCategory::development;
    std::optional<GateMode> governance_level;
    std::optional<Word> owned_by;
    std::optional<FilePath> sot_document_path;
    std::vector<Id> depends_on;
    PlanStatus status = PlanStatus::draft;
    std::optional<Time> completed_at;
    std::optional<Time> purged_at;

    static constexpr void fields(auto&& visit) {
        node_fields<Plan>(visit);
        visit(field("title", &Plan::title, "What is to be reached, in a few words."));
        visit(field("intent", &Plan::intent, "Why it is wanted."));
        visit(field("acceptance", &Plan::acceptance, "What must hold when it is reached."));
        visit(field("category", &Plan::category, "What sort of work it is."));
        visit(field("governance_level", &Plan::governance_level,
                    "How strictly its tasks are held; absent: as its category asks."));
        visit(field("owned_by", &Plan::owned_by, "Agent or person that answers for it."));
        visit(field("sot_document_path", &Plan::sot_document_path, "Document that is the source of truth for it."));
        visit(field("depends_on", &Plan::depends_on, "Plans that must be completed first."));
        visit(kept("status", &Plan::status, "Where it stands."));
        visit(kept("completed_at", &Plan::completed_at, "When it was reached."));
        visit(kept("purged_at", &Plan::purged_at, "When it left the context; it stays in the store."));
    }
};

// How strictly a plan is held when nobody said: as strictly as its sort of work asks.
GateMode level_of(const Plan& plan);

// The one that holds more back. A plan may ask for more than its project does, never for less.
GateMode stricter(GateMode a, GateMode b);

// How strictly work under the plan is held in a project of that mode. What its category asks for only counts when it is
// strict: a project that a person made permissive stays so for ordinary work.
GateMode mode_under(GateMode project, const Plan& plan);

// The role that work of this sort is given to when nobody said.
std::string_view usual_role(PlanCategory category);

// The status changes of a plan.

template <>
struct LifecycleOf<Plan> {
    using enum PlanStatus;
    static constexpr std::string_view noun = "Plan";
    static constexpr auto member = &Plan::status;
    static constexpr std::array first{draft, active};
    static constexpr std::array<Transition<PlanStatus>, 10> table{{
        {draft, active},
        {draft, abandoned},
        {active, completed},
        {active, abandoned},
        {active, draft},  // put back
        {completed, archived},
        {completed, active},  // reopened
        {abandoned, archived},
        {abandoned, active},  // taken up again
        {archived, active},   // taken up again
    }};
    static void settle(Plan& plan, Time now) {
        // An archived plan that was never completed stays without: nothing may build on it.
        if (plan.status == PlanStatus::completed) plan.completed_at = plan.completed_at.value_or(now);
        if (plan.status != PlanStatus::completed && plan.status != PlanStatus::archived) plan.completed_at.reset();
        if (plan.status == PlanStatus::active) plan.purged_at.reset();
    }
};

}  // namespace hm
