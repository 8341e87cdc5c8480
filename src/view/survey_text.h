// What was found in an existing project, in words: for the person at `init`, and as short facts for its agents.
#pragma once

#include <string>

#include "engine/onboarding/survey.h"

namespace hm {

// Nothing when there is nothing to say.
std::string survey_text(const ProjectSurvey& survey);

// The facts that are pinned, each within an anchor's length.
std::string rules_fact(const ProjectSurvey& survey);
std::string plans_fact(const ProjectSurvey& survey);
std::string frameworks_fact(const ProjectSurvey& survey);
std::string stack_fact(const ProjectSurvey& survey);

// What is remembered of one plan's document.
std::string plan_fact(std::string_view path, const PlanGlance& glance);

// The first two turns of a project: how to begin, by tools and commands that exist.
std::string setup_text();

}  // namespace hm
