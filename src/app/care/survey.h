// A look at an existing project when it is taken under HiveMind: what it has for agents is told to the person and kept
// as anchors and memories, once. Nothing of the project is changed, and nothing that was kept is looked for again.
#pragma once

#include "app/command/command.h"
#include "app/command/workspace.h"
#include "engine/project/survey.h"
#include "view/project_text.h"

namespace hm {

// Nothing found in a tree that is too large to be looked at within a quarter of a second, but for what stands where it
// is always looked for.
ProjectSurvey survey_project(const std::filesystem::path& root, Clock& clock);

// Whether what was found has been kept. Not so in a project whose init was killed on its way.
bool was_surveyed(const Workspace& workspace);

// Pins what was found under project_rules, project_plans, project_frameworks and project_stack, unless a value is
// pinned there, and remembers each plan's document. Answers how many facts are new.
Result<std::size_t> keep_survey(const ProjectSurvey& survey, const Actor& actor, Workspace& workspace);

// What a store holds that would count once it is trusted. Only looks.

// Of the store of the project that `directory` belongs to, trusted or not. Where its schema is not ours, only that is
// told: nothing behind such a schema is read.
Result<StoreSurvey> survey_store(const std::filesystem::path& directory, Clock& clock, Deadline deadline);

}  // namespace hm
