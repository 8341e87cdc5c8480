// What a scan found, in words: a page for a person or an agent, with what was left out. Paths and titles are shown as
// data, made plain.
#pragma once

#include <string>

#include "engine/scan/drift.h"

namespace hm {

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

}  // namespace hm
