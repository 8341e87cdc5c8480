// A planning document as it is shown anywhere: with how it stands, and what is above, below, before and after it.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "engine/artifacts/standing.h"

namespace hm {

struct TaskOfArtifact {
    Id id;
    std::string name;
    std::string status;
};

struct ShownArtifact {
    Artifact artifact;
    JudgedArtifact judged;
    std::vector<Artifact> above;        // parent first
    std::vector<Artifact> below;        // children
    std::vector<Artifact> replaces;     // documents that name it as their successor
    std::vector<Artifact> replaced_by;  // successor, its successor and so on
    std::vector<TaskOfArtifact> tasks;
};

// "the document above it, Aims, was replaced"
std::string to_words(const ArtifactFinding& finding);
// Everything that was found, in one line; empty when it is current.
std::string findings_in_words(const JudgedArtifact& judged);

// What to do about it, with its id; empty when it is current.
std::string artifact_remedy(const Artifact& artifact, const JudgedArtifact& judged);

// The record with `state` and `findings`.
json::object artifact_json(const Artifact& artifact, const JudgedArtifact& judged);
// The same with the chain around it.
json::object artifact_json(const ShownArtifact& shown);

// What `artifact show` says below the fields: how it stands, the chain, what to do.
std::string artifact_chain_text(const ShownArtifact& shown);

// For the agent at work on a task of the document.
std::string artifact_note(const Artifact& artifact, const JudgedArtifact& judged);

}  // namespace hm
