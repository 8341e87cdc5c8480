// The project's files as a scan sees them: which there are, how they look, and what the documents and sources among
// them say. What was read before and looks the same is taken from what was kept. Only plain files are read; bounded in
// number, bytes and time.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "engine/documents/judge_documents.h"
#include "engine/scan/project_map.h"
#include "store/sql/reading.h"

namespace hm {

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

}  // namespace hm
