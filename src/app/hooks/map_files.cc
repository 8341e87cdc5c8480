#include "app/hooks/map_files.h"

#include <tuple>

#include "app/codemap/refresh.h"
#include "engine/codemap/source_kind.h"

namespace hm {
namespace {

constexpr std::size_t most_files = 20;
constexpr Duration patience_for_writes = milliseconds(40);
constexpr Duration patience_at_start = milliseconds(250);

// Its file may be there for other readings: a map is where somebody asked for one.
Result<CodeMap> open_asked_for(const Workspace& workspace, Deadline deadline) {
    HM_TRY_ASSIGN(CodeMap codemap, CodeMap::open_existing(workspace.store.paths(), deadline));
    HM_TRY_ASSIGN(const auto last_scan, codemap_fact(codemap.connection(), last_scan_fact));
    if (last_scan) return codemap;
    return fail(ErrorCode::not_found, "There is no code map yet.", "Run `hivemind codemap scan`.");
}

}  // namespace

std::vector<std::string> mapped_sources(const std::vector<FilePath>& files, const Workspace& workspace) {
    std::vector<std::string> sources;
    for (const FilePath& file : files) {
        if (source_kind(file.view()) && sources.size() < most_files) sources.push_back(file.str());
    }
    std::error_code error;
    const bool has_map = !sources.empty() && std::filesystem::exists(codemap_path(workspace.store.paths()), error);
    return has_map ? sources : std::vector<std::string>{};
}

void map_written_files(const std::vector<std::string>& sources, Workspace& workspace) {
    if (sources.empty()) return;
    const Deadline deadline = Deadline::in(patience_for_writes);
    auto codemap = open_asked_for(workspace, deadline);
    if (codemap) std::ignore = refresh_files(codemap->connection(), sources, workspace, deadline);
}

void map_changed_files(Workspace& workspace) {
    const Deadline deadline = Deadline::in(patience_at_start);
    auto codemap = open_asked_for(workspace, deadline);
    if (codemap) std::ignore = refresh_codemap(codemap->connection(), workspace, deadline);
}

}  // namespace hm
