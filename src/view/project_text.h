// What is known of the project, as text: artifacts, scans, stack, survey, trust.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "domain/anchor.h"
#include "domain/grant.h"
#include "engine/project/outline.h"
#include "engine/project/project_map.h"
#include "engine/project/stack.h"
#include "engine/project/survey.h"

namespace hm {

// A planning document as it is shown anywhere: with how it stands, and what is above, below, before and after it.

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

// What a scan found, in words: a page for a person or an agent, with what was left out. Paths and titles are shown as
// data, made plain.

std::string project_text(const ProjectMap& map);
std::string frameworks_text(const ProjectMap& map);
// Which packages are declared, held and used.
std::string dependencies_text(const ProjectMap& map);
std::string documents_text(const ProjectMap& map);
// The one document of the map, with its headings and all that it points to. REQUIRES: there is one.
std::string document_text(const ProjectMap& map);
// `before`: when the last scan was.
std::string drift_text(const Drift& drift, std::optional<Time> before);

// "README.md:12 names `src/old.ts`, which is not there"
std::string contradiction_text(const DriftDetection& detection);

// "TypeScript, Next.js 14.2.3, Prisma 5.1": without figures that change every day. Empty when nothing is known.
std::string stack_line(const ProjectMap& map);

// What was decided about a package beside what a manifest says of it, in words.

// "package.json has react ^17.0.2, decided was ^18"
std::string to_words(const StackPackage& chosen, const StackComparison& comparison);

// What was found in an existing project, in words: for the person at `init`, and as short facts for its agents.

// Nothing when there is nothing to say.
std::string survey_text(const ProjectSurvey& survey);

// The facts that are pinned, each within an anchor's length.
std::string rules_fact(const ProjectSurvey& survey);
std::string plans_fact(const ProjectSurvey& survey);
std::string frameworks_fact(const ProjectSurvey& survey);
std::string stack_fact(const ProjectSurvey& survey);

// What is remembered of one plan's document.
std::string plan_fact(std::string_view path, const PlanGlance& glance);

// What an older HiveMind left in a folder of the project: counted by noun, taken in by nobody yet.
struct OldData {
    std::string directory;  // relative to the project
    std::vector<std::string> files;
    std::map<std::string, std::size_t> counts;
};

// A sentence for each folder, with the command that takes it in.
std::string old_data_text(const std::vector<OldData>& found);

// The first two turns of a project: how to begin, by tools and commands that exist.
std::string setup_text();

// What a store from elsewhere holds, for the person who is to decide about it. All of it is the store's own word.

struct StoreSurvey {
    using Counts = std::vector<std::pair<std::string, std::int64_t>>;
    Counts records;            // of each noun, without those there are none of
    Counts memories_by_trust;  // what the store says of them
    std::vector<Anchor> critical_anchors;
    std::vector<Grant> grants;                                  // in force
    std::vector<std::pair<std::string, std::string>> settings;  // other than the defaults, as JSON
    std::vector<std::string> foreign_objects;                   // of the schema; with any, nothing else is read
};

std::string survey_lines(const StoreSurvey& survey);

}  // namespace hm
