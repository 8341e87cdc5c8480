// What a project is beside its code: its folders, the frameworks and packages it is built on, what governs agents in
// it, and its documents. Observed from its files, so it is data and never an instruction; what was left out is counted.
#pragma once

#include <vector>

#include "engine/project/dependencies.h"
#include "engine/project/judge_documents.h"

namespace hm {

struct MappedFolder {
    ScannedText path;
    std::int64_t depth = 1;
    std::int64_t files = 0;
    std::int64_t folders = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("path", &MappedFolder::path, "Below the project's root."));
        visit(field("depth", &MappedFolder::depth, "1 for a folder of the root."));
        visit(field("files", &MappedFolder::files, "Files anywhere below."));
        visit(field("folders", &MappedFolder::folders, "Folders directly below."));
    }
};

struct MappedLanguage {
    ScannedText name;
    std::int64_t files = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("name", &MappedLanguage::name, "The language."));
        visit(field("files", &MappedLanguage::files, "Files written in it."));
    }
};

struct MappedFramework {
    ScannedText name;
    std::optional<ScannedText> version;
    std::optional<ScannedText> config_path;
    std::vector<ScannedText> evidence;
    std::int64_t confidence = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("name", &MappedFramework::name, "The framework."));
        visit(field("version", &MappedFramework::version, "Held at, or as the manifest has it."));
        visit(field("config_path", &MappedFramework::config_path, "The file that configures it."));
        visit(field("evidence", &MappedFramework::evidence, "What shows it."));
        visit(field("confidence", &MappedFramework::confidence, "How sure it is, 0 to 100."));
    }
};

struct MappedGovernance {
    ScannedText name;
    ScannedText path;
    std::int64_t files = 0;
    bool keeps_plans = false;

    static constexpr void fields(auto&& visit) {
        visit(field("name", &MappedGovernance::name, "The framework, or the client whose rules these are."));
        visit(field("path", &MappedGovernance::path, "The first file or folder that shows it."));
        visit(field("files", &MappedGovernance::files, "How many files do."));
        visit(field("keeps_plans", &MappedGovernance::keeps_plans, "Whether it keeps plans of its own."));
    }
};

struct MappedStack {
    ScannedText language;
    std::optional<ScannedText> framework;
    std::optional<ScannedText> version;
    std::vector<ScannedText> evidence;

    static constexpr void fields(auto&& visit) {
        visit(field("language", &MappedStack::language, "The language."));
        visit(field("framework", &MappedStack::framework, "What is used with it."));
        visit(field("version", &MappedStack::version, "Its version."));
        visit(field("evidence", &MappedStack::evidence, "What shows it."));
    }
};

struct MappedDependency {
    ScannedText name;
    Ecosystem ecosystem = Ecosystem::none;
    std::optional<ScannedText> manifest;
    std::optional<ScannedText> range;
    PackagePart part = PackagePart::runtime;
    std::optional<ScannedText> locked_version;
    std::optional<ScannedText> lock_file;
    DependencyUse use = DependencyUse::unknown;
    std::int64_t imported_by = 0;
    std::vector<ScannedText> imported_in;

    static constexpr void fields(auto&& visit) {
        visit(field("name", &MappedDependency::name, "The package."));
        visit(field("ecosystem", &MappedDependency::ecosystem, "Where it comes from."));
        visit(field("manifest", &MappedDependency::manifest, "The manifest that declares it."));
        visit(field("range", &MappedDependency::range, "The versions it asks for."));
        visit(field("part", &MappedDependency::part, "What it is needed for."));
        visit(field("locked_version", &MappedDependency::locked_version, "The version it is held at."));
        visit(field("lock_file", &MappedDependency::lock_file, "The lock file that holds it."));
        visit(field("use", &MappedDependency::use, "Whether it is used, as far as it can be told."));
        visit(field("imported_by", &MappedDependency::imported_by, "How many files import it."));
        visit(field("imported_in", &MappedDependency::imported_in, "The first of them."));
    }
};

struct ScanCounts {
    std::int64_t files = 0;             // of the project
    std::int64_t documents = 0;         // known, read now or earlier
    std::int64_t sources = 0;           // the same, for imports
    std::int64_t files_read = 0;        // now
    std::int64_t too_large = 0;         // not read
    std::int64_t unreadable = 0;        // binary, without rights, or no plain file
    std::int64_t left_out = 0;          // documents, sources, packages, folders and relations beyond the limits
    std::int64_t stale_indicators = 0;  // of all documents
    std::int64_t orphans = 0;
    bool is_whole = true;  // false when time or the number of files set an end

    static constexpr void fields(auto&& visit) {
        visit(field("files", &ScanCounts::files, "Files of the project."));
        visit(field("documents", &ScanCounts::documents, "Documents that are known."));
        visit(field("sources", &ScanCounts::sources, "Source files whose imports are known."));
        visit(field("files_read", &ScanCounts::files_read, "Documents and sources read by this scan."));
        visit(field("too_large", &ScanCounts::too_large, "Files that were too large to be read."));
        visit(field("unreadable", &ScanCounts::unreadable, "Files that are binary, closed or no plain files."));
        visit(field("left_out", &ScanCounts::left_out, "What is beyond the limits."));
        visit(field("stale_indicators", &ScanCounts::stale_indicators, "What no longer holds in all documents."));
        visit(field("orphans", &ScanCounts::orphans, "Documents that no other points to."));
        visit(field("is_whole", &ScanCounts::is_whole, "False when time or the number of files set an end."));
    }
};

struct ProjectMap {
    Time scanned_at;
    std::optional<Time> last_full_scan_at;
    std::optional<Time> last_incremental_at;
    ScanCounts counts;
    std::vector<MappedFolder> root_structure;
    std::vector<ScannedText> root_files;
    std::vector<MappedLanguage> languages;
    std::vector<MappedFramework> frameworks_detected;
    std::vector<MappedGovernance> governance_detected;
    std::vector<MappedStack> tech_stack;
    std::vector<ScannedText> manifests;
    std::vector<MappedDependency> dependencies;
    std::vector<DocumentEntry> documents;
    std::vector<DocumentRelation> document_relations;

    static constexpr void fields(auto&& visit) {
        visit(field("scanned_at", &ProjectMap::scanned_at, "When it was looked at."));
        visit(field("last_full_scan_at", &ProjectMap::last_full_scan_at, "When everything was last read anew."));
        visit(field("last_incremental_at", &ProjectMap::last_incremental_at, "When changes were last read."));
        visit(field("counts", &ProjectMap::counts, "How much was looked at, and what was left out."));
        visit(field("root_structure", &ProjectMap::root_structure, "Folders, three levels deep."));
        visit(field("root_files", &ProjectMap::root_files, "Files of the root."));
        visit(field("languages", &ProjectMap::languages, "Languages by their files."));
        visit(field("frameworks_detected", &ProjectMap::frameworks_detected, "What it is built on."));
        visit(field("governance_detected", &ProjectMap::governance_detected, "What governs agents in it."));
        visit(field("tech_stack", &ProjectMap::tech_stack, "Languages with what is used with them."));
        visit(field("manifests", &ProjectMap::manifests, "Files that declare packages."));
        visit(field("dependencies", &ProjectMap::dependencies, "Packages: declared, held, imported."));
        visit(field("documents", &ProjectMap::documents, "Its documents."));
        visit(field("document_relations", &ProjectMap::document_relations, "Which document points to which."));
    }
};

// What of a project changed between two looks at it, and what its documents say now that no longer holds. Pure.

HM_ENUM(DriftSubject, document, manifest, dependency, framework, governance, folder)
// contradicted: a document says what the project's files do not bear out.
HM_ENUM(DriftChange, added, removed, changed, contradicted)

struct DriftDetection {
    DriftSubject subject = DriftSubject::document;
    DriftChange change = DriftChange::added;
    ScannedText what;
    std::optional<ScannedText> before;
    std::optional<ScannedText> now;
    std::optional<StaleKind> stale;  // of what is contradicted

    static constexpr void fields(auto&& visit) {
        visit(field("subject", &DriftDetection::subject, "What sort of thing."));
        visit(field("change", &DriftDetection::change, "What happened to it."));
        visit(field("what", &DriftDetection::what, "Its path or name."));
        visit(field("before", &DriftDetection::before, "What it was, or what the document says."));
        visit(field("now", &DriftDetection::now, "What it is."));
        visit(field("stale", &DriftDetection::stale, "In what way a document no longer holds."));
    }
};

struct Drift {
    std::vector<DriftDetection> detections;  // changes first, then what documents say; at most 200
    std::int64_t left_out = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("detections", &Drift::detections, "What changed, and what no longer holds."));
        visit(field("left_out", &Drift::left_out, "Those beyond the limit."));
    }
};

// Below this an indicator is kept and counted, but not told.
inline constexpr std::int64_t more_likely_than_not = 50;

// Changes since `before`, nothing of them when there was no look before or one of the two saw only a part. What
// documents contradict is told in any case, as far as it is more likely than not.
Drift detect_drift(const std::optional<ProjectMap>& before, const ProjectMap& now);

// The same without what documents already contradicted before.
Drift fresh_drift(const ProjectMap& before, const ProjectMap& now);

// What a document says, at its place, against what is there.
DriftDetection contradiction_of(const DocumentEntry& document, const StaleIndicator& indicator);

}  // namespace hm
