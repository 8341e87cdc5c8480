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

GateMode stricter(GateMode a, GateMode b) {
    if (a == GateMode::strict || b == GateMode::strict) return GateMode::strict;
    return a == GateMode::assisted || b == GateMode::assisted ? GateMode::assisted : GateMode::permissive;
}

GateMode mode_under(GateMode project, const Plan& plan) {
    const GateMode level = level_of(plan);
    const bool counts = plan.governance_level || level == GateMode::strict;
    return counts ? stricter(project, level) : project;
}

std::string_view usual_role(PlanCategory category) {
    return category == PlanCategory::research ? "investigator" : "executor";
}

}  // namespace hm
