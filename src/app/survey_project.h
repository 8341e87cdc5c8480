// A look at an existing project when it is taken under HiveMind: what it has for agents is told to the person and kept
// as anchors and memories, once. Nothing of the project is changed, and nothing that was kept is looked for again.
#pragma once

#include "app/actor.h"
#include "app/workspace.h"
#include "engine/onboarding/survey.h"

namespace hm {

// Nothing found in a tree that is too large to be looked at within a quarter of a second, but for what stands where it
// is always looked for.
ProjectSurvey survey_project(const std::filesystem::path& root, Clock& clock);

// Whether what was found has been kept. Not so in a project whose init was killed on its way.
bool was_surveyed(const Workspace& workspace);

// Pins what was found under project_rules, project_plans, project_frameworks and project_stack, unless a value is
// pinned there, and remembers each plan's document. Answers how many facts are new.
Result<std::size_t> keep_survey(const ProjectSurvey& survey, const Actor& actor, Workspace& workspace);

}  // namespace hm
