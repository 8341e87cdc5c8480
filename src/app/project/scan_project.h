// A scan of the project: its files, packages, documents and frameworks.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/command/workspace.h"
#include "base/deadline.h"
#include "engine/project/dependencies.h"
#include "engine/project/judge_documents.h"
#include "engine/project/project_map.h"
#include "store/records/reading.h"

namespace hm {

// A scan of the project: what it is beside its code, against what the last scan saw. The answer is made from the files
// as they are; what was read of them is kept in the code map's file, so that the next scan reads only what changed.
// Without that file, or with one that cannot be written, a scan answers all the same. The store is not touched.

// full: everything is read anew; incremental: only what changed; look: the same, and the last scan stays the last.
HM_ENUM(ScanDepth, full, incremental, look)

struct ProjectScan {
    ProjectMap map;
    Drift drift;                       // since the last scan
    std::optional<ProjectMap> before;  // what that saw
    bool is_kept = false;              // as the last scan
};

// When its time is over before all was read, it keeps what it has read and answers an empty map that is not whole.
ProjectScan scan_project(ScanDepth depth, Deadline deadline, const Workspace& workspace);

// The project's files as a scan sees them: which there are, how they look, and what the documents and sources among
// them say. What was read before and looks the same is taken from what was kept. Only plain files are read; bounded in
// number, bytes and time.

struct LookedFile {
    std::string path;
    SeenFile seen;
    Time modified_at;
    bool is_plain = true;  // false: a link or something else that is not read
};

struct LookedFiles {
    std::vector<LookedFile> files;     // in order; what git names and nobody has on the disk is left out
    std::vector<std::string> folders;  // that git names as if they were files, such as those of other repositories
    bool is_whole = true;
};

LookedFiles look_at_files(const std::filesystem::path& root, Deadline deadline);

// What is kept of a file that was read.
struct FileReading {
    std::optional<DocumentReading> document;
    std::vector<ScannedText> imports;

    static constexpr void fields(auto&& visit) {
        visit(field("document", &FileReading::document, "What the document says."));
        visit(field("imports", &FileReading::imports, "What the source imports."));
    }
};

struct FilesRead {
    std::vector<ReadDocument> documents;
    std::vector<SourceImports> sources;
    std::map<std::string, KeptReading> fresh;  // to be kept
    std::vector<std::string> gone;             // no longer to be kept
    bool has_all_sources = true;               // none was left out
};

// Counts what it does in `counts`. Whatever `kept` holds of a file that looks the same is believed.
FilesRead read_files(const std::filesystem::path& root, const LookedFiles& looked,
                     const std::map<std::string, KeptReading>& kept, Deadline deadline, ScanCounts& counts);

// The project map, made of the project's files as they are now.

// Beyond what was read it looks at manifests and lock files, at git's newest commits where a document says how old it
// is, and at the disk for what documents name.
ProjectMap map_project(const std::filesystem::path& root, const LookedFiles& looked, FilesRead read, ScanCounts counts,
                       Deadline deadline);

// What all manifests and lock files of a project say, wherever in it they lie: read anew each time, at most 200 of
// them.

struct ProjectPackages {
    std::vector<std::string> manifests;  // their paths, the nearest to the root first
    DependencyFacts dependencies;        // without the sources
    DocumentFacts documents;             // packages and scripts alone
};

ProjectPackages load_packages(const std::filesystem::path& root, const std::vector<std::string>& paths,
                              ScanCounts& counts);

}  // namespace hm
