// A planning document with what it hangs on: the walk along parents, children and successors, its plan, its tasks and
// its file. Reads only; every walk ends after a bounded number of steps, whatever the store holds.
#pragma once

#include <filesystem>

#include "engine/project/outline.h"
#include "store/records/records.h"
#include "view/project_text.h"

namespace hm {

// The text of a document in the project; nothing without one, or when it is no file that can be read.
std::optional<std::string> artifact_text_on_disk(const Artifact& artifact, const std::filesystem::path& root);

// Enough to judge it.
Result<ArtifactFacts> load_artifact_facts(Artifact artifact, const std::filesystem::path& root, Connection& connection,
                                          BadRows& bad);

// The same with everything around it, to be shown.
Result<ShownArtifact> load_shown_artifact(Artifact artifact, const std::filesystem::path& root, Connection& connection,
                                          BadRows& bad);

// Documents in use that are not current, newest first; at most `limit` are looked at.
Result<std::vector<ShownArtifact>> artifacts_not_current(std::int64_t limit, const std::filesystem::path& root,
                                                         Connection& connection, BadRows& bad);

}  // namespace hm
