#include "domain/plan.h"

namespace hm {

GateMode level_of(const Plan& plan) {
    if (plan.governance_level) return *plan.governance_level;
    switch (plan.category) {
        case PlanCategory::governance:
        case PlanCategory::spec_kit: return GateMode::strict;
        case PlanCategory::research:
        case PlanCategory::ad_hoc: return GateMode::permissive;
        case PlanCategory::development:
        case PlanCategory::maintenance: break;
    }
    return GateMode::assisted;
}

}  // namespace hm
