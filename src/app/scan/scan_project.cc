#include "app/scan/scan_project.h"

#include <algorithm>

#include "app/scan/map_project.h"
#include "base/codec.h"
#include "store/codemap.h"
#include "store/sql/codemap.h"

namespace hm {
namespace {

constexpr std::string_view map_fact = "project_map";
constexpr std::string_view reader_fact = "readings_by";
// What another program read may be read otherwise now. The number is for changes within one version.
constexpr std::string_view this_reader = HIVEMIND_VERSION "/1";
constexpr std::size_t longest_map = 32U << 20U;
constexpr Duration longest_wait = seconds(2);
constexpr Duration shortest_wait = milliseconds(100);  // what was read is worth being kept

struct Kept {
    std::map<std::string, KeptReading> readings;
    std::optional<ProjectMap> last;
    bool is_anew = false;  // nothing of what is kept counts
};

Result<Kept> load_kept(Connection& codemap, ScanDepth depth) {
    Kept kept;
    HM_TRY_ASSIGN(const auto reader, codemap_fact(codemap, reader_fact));
    kept.is_anew = depth == ScanDepth::full || reader != this_reader;
    if (!kept.is_anew) {
        HM_TRY_ASSIGN(kept.readings, kept_readings(codemap));
    }
    HM_TRY_ASSIGN(const auto text, codemap_fact(codemap, map_fact));
    if (!text) return kept;
    const auto parsed = parse_json(*text, longest_map);
    auto map = parsed ? decode_as<ProjectMap>(*parsed, "The last map") : fail(parsed.error());
    if (map) kept.last = std::move(*map);
    return kept;
}

Result<void> keep(Connection& codemap, const Kept& kept, const FilesRead& read, const ProjectMap* map) {
    if (!kept.is_anew && read.fresh.empty() && read.gone.empty() && map == nullptr) return {};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(codemap, Durability::process_crash));
    if (kept.is_anew) HM_TRY(remove_all_readings(transaction));
    for (const auto& [path, reading] : read.fresh) HM_TRY(put_reading(transaction, path, reading));
    for (const std::string& path : read.gone) HM_TRY(remove_reading(transaction, path));
    HM_TRY(put_codemap_fact(transaction, reader_fact, this_reader));
    if (map != nullptr) HM_TRY(put_codemap_fact(transaction, map_fact, to_text(encode(*map))));
    return transaction.commit();
}

void take_times(const ProjectMap& last, ProjectMap& map) {
    map.last_full_scan_at = last.last_full_scan_at;
    map.last_incremental_at = last.last_incremental_at;
}

// An empty project needs no file for what was read.
Result<CodeMap> open_for(const LookedFiles& looked, const ProjectPaths& paths, Deadline deadline) {
    const Deadline patience = Deadline::in(std::min(longest_wait, deadline.left()));
    return looked.files.empty() ? CodeMap::open_existing(paths, patience) : CodeMap::open(paths, patience);
}

}  // namespace

ProjectScan scan_project(ScanDepth depth, Deadline deadline, const Workspace& workspace) {
    const ProjectPaths& paths = workspace.store.paths();
    ProjectScan scan;
    scan.map.scanned_at = workspace.clock.now();
    scan.map.counts.is_whole = false;
    const LookedFiles looked = look_at_files(paths.root, deadline);
    if (deadline.has_passed()) return scan;
    auto codemap = open_for(looked, paths, deadline);
    Kept kept = codemap ? load_kept(codemap->connection(), depth).value_or(Kept{}) : Kept{};

    ScanCounts counts;
    FilesRead read = read_files(paths.root, looked, kept.readings, deadline, counts);
    const FilesRead to_keep{{}, {}, std::move(read.fresh), std::move(read.gone)};
    counts.is_whole = counts.is_whole && !deadline.has_passed();
    if (counts.is_whole) {
        scan.map = map_project(paths.root, looked, std::move(read), counts, deadline);
    } else {
        scan.map.counts = counts;
    }
    scan.map.scanned_at = workspace.clock.now();
    if (kept.last) take_times(*kept.last, scan.map);
    if (depth == ScanDepth::full) scan.map.last_full_scan_at = scan.map.scanned_at;
    if (depth == ScanDepth::incremental) scan.map.last_incremental_at = scan.map.scanned_at;
    scan.drift = detect_drift(kept.last, scan.map);
    if (codemap) {
        // Half a map would make the other half look removed.
        const bool is_the_last = depth != ScanDepth::look && scan.map.counts.is_whole;
        codemap->connection().set_deadline(Deadline::in(std::clamp(deadline.left(), shortest_wait, longest_wait)));
        const auto outcome = keep(codemap->connection(), kept, to_keep, is_the_last ? &scan.map : nullptr);
        scan.is_kept = outcome.has_value() && is_the_last;
    }
    scan.before = std::move(kept.last);
    return scan;
}

}  // namespace hm
