#include "app/project/scan_project.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codec.h"
#include "engine/project/document.h"
#include "engine/project/frameworks.h"
#include "engine/project/paths.h"
#include "engine/project/survey.h"
#include "store/codemap/code_rows.h"
#include "store/codemap/codemap.h"
#include "store/files/git.h"

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

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_dependencies = 1000;
constexpr std::size_t most_commits = 300;
constexpr Duration git_patience = milliseconds(1000);

std::optional<ScannedText> some(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(ScannedText::clipped(text));
}

ScannedText clipped(std::string_view text) {
    return ScannedText::clipped(text);
}

std::int64_t number(std::size_t count) {
    return static_cast<std::int64_t>(count);
}

void map_structure(const std::vector<std::string>& paths, ProjectMap& map) {
    const RootStructure structure = root_structure(paths);
    for (const FolderCount& folder : structure.folders) {
        map.root_structure.push_back(
            {clipped(folder.path), number(folder.depth), number(folder.files), number(folder.folders)});
    }
    for (const std::string& file : structure.root_files) map.root_files.push_back(clipped(file));
    map.counts.left_out += number(structure.left_out);
    for (const Governance& each : governance_of(paths)) {
        map.governance_detected.push_back(
            {clipped(each.name), clipped(each.path), number(each.files), each.keeps_plans});
    }
}

MappedFramework mapped(const DetectedFramework& found, const std::vector<Dependency>& dependencies) {
    // "workspace:*" is no version.
    const bool is_version = found.version.find(':') == std::string::npos;
    MappedFramework framework{
        clipped(found.name), some(is_version ? found.version : ""), some(found.config_path), {}, found.confidence};
    if (!found.package.empty()) {
        framework.evidence.push_back(clipped(fmt::format("{}: {} {}", found.manifest, found.package, found.version)));
    }
    if (!found.config_path.empty()) framework.evidence.push_back(clipped(found.config_path));
    const auto held = std::ranges::find_if(dependencies, [&](const Dependency& each) {
        return each.name == found.package && each.manifest == found.manifest && !each.locked_version.empty();
    });
    if (held == dependencies.end() || found.package.empty()) return framework;
    framework.version = clipped(held->locked_version);
    framework.evidence.push_back(clipped(fmt::format("{}: {}", held->lock_file, held->locked_version)));
    return framework;
}

// What a language itself is held at: the manifest's "go 1.22", "python >=3.12".
const StackPackage* platform_of(std::string_view language, const std::vector<StackPackage>& packages) {
    const auto is_platform = [&](const StackPackage& package) {
        const bool is_node = package.name == "node" && (language == "JavaScript" || language == "TypeScript");
        return package.part == PackagePart::platform &&
               (is_node || comparable(language, CaseRules::insensitive) == package.name);
    };
    const auto at = std::ranges::find_if(packages, is_platform);
    return at == packages.end() ? nullptr : &*at;
}

// Each language, and each framework with the language that most files of its kind are written in.
void map_stack(const std::vector<std::string>& paths, const std::vector<DetectedFramework>& frameworks,
               const std::vector<StackPackage>& packages, ProjectMap& map) {
    std::set<Ecosystem> told;
    for (const LanguageShare& share : languages_of(paths)) {
        map.languages.push_back({clipped(share.name), number(share.files)});
        MappedStack alone{clipped(share.name), std::nullopt, std::nullopt, {}};
        alone.evidence.push_back(
            clipped(fmt::format("{} {}, such as {}", share.files, share.files == 1 ? "file" : "files", share.example)));
        if (const StackPackage* platform = platform_of(share.name, packages)) {
            alone.version = some(platform->range);
            alone.evidence.push_back(clipped(fmt::format("{}: {}", platform->manifest, platform->name)));
        }
        map.tech_stack.push_back(std::move(alone));
        if (share.ecosystem == Ecosystem::none || !told.insert(share.ecosystem).second) continue;
        for (std::size_t i = 0; i < frameworks.size(); ++i) {
            if (frameworks[i].ecosystem != share.ecosystem) continue;
            const MappedFramework& framework = map.frameworks_detected[i];
            map.tech_stack.push_back({clipped(share.name), framework.name, framework.version, framework.evidence});
        }
    }
}

void map_dependencies(const std::vector<Dependency>& dependencies, ProjectMap& map) {
    for (const Dependency& each : dependencies) {
        if (map.dependencies.size() == most_dependencies) {
            ++map.counts.left_out;
            continue;
        }
        MappedDependency mapped{clipped(each.name),
                                each.ecosystem,
                                some(each.manifest),
                                some(each.range),
                                each.part,
                                some(each.locked_version),
                                some(each.lock_file),
                                each.use,
                                number(each.files),
                                {}};
        for (const std::string& file : each.used_in) mapped.imported_in.push_back(clipped(file));
        map.dependencies.push_back(std::move(mapped));
    }
}

// By git's commits where there are any: the files of a fresh clone are all of today.
std::map<std::string, Time, std::less<>> last_changes(const fs::path& root, const LookedFiles& looked,
                                                      const std::vector<ReadDocument>& documents, Deadline deadline) {
    std::map<std::string, Time, std::less<>> changed_at;
    const auto says_when = [](const ReadDocument& document) { return document.reading.updated_at.has_value(); };
    if (std::ranges::none_of(documents, says_when)) return changed_at;
    const Duration patience = std::min(git_patience, deadline.left());
    const GitLog log = newest_commits(root, most_commits, Deadline::in(patience));
    for (const Commit& commit : log.commits) {
        const auto at = date_in(commit.at);
        if (!at) continue;
        for (const std::string& file : commit.files) changed_at.emplace(file, *at);
    }
    if (!changed_at.empty()) return changed_at;
    for (const LookedFile& file : looked.files) changed_at.emplace(file.path, file.modified_at);
    return changed_at;
}

bool is_in_made_folder(std::string_view path) {
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        if (is_made_folder(path.substr(0, end))) return true;
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return false;
}

JudgedDocuments judge(const fs::path& root, const std::vector<ReadDocument>& documents, DocumentFacts& facts) {
    JudgedDocuments judged = judge_documents(documents, facts);
    bool is_any_there = false;
    for (const std::string& path : judged.missing) {
        // What a build makes may simply not have been made.
        std::error_code error;
        const bool is_there = is_in_made_folder(path) || fs::exists(root / path, error);
        if (is_there) facts.paths.add_unlisted(path);
        is_any_there = is_any_there || is_there;
    }
    return is_any_there ? judge_documents(documents, facts) : judged;
}

void map_documents(JudgedDocuments judged, ProjectMap& map) {
    map.counts.left_out += judged.left_out;
    for (const DocumentEntry& document : judged.documents) {
        map.counts.stale_indicators += number(document.stale_indicators.size());
        map.counts.orphans += document.is_orphan ? 1 : 0;
    }
    map.documents = std::move(judged.documents);
    map.document_relations = std::move(judged.relations);
    std::ranges::sort(map.documents, {}, &DocumentEntry::path);
}

}  // namespace

ProjectMap map_project(const fs::path& root, const LookedFiles& looked, FilesRead read, ScanCounts counts,
                       Deadline deadline) {
    std::vector<std::string> paths;
    for (const LookedFile& file : looked.files) paths.push_back(file.path);
    ProjectMap map;
    map.counts = counts;
    map.counts.files = number(paths.size());
    map.counts.is_whole = counts.is_whole && looked.is_whole;
    map_structure(paths, map);

    ProjectPackages packages = load_packages(root, paths, map.counts);
    packages.dependencies.sources = std::move(read.sources);
    packages.dependencies.has_all_sources = map.counts.is_whole && read.has_all_sources;
    const std::vector<Dependency> dependencies = trace_dependencies(packages.dependencies);
    const std::vector<DetectedFramework> frameworks = detect_frameworks(packages.dependencies.packages, paths);
    for (const DetectedFramework& framework : frameworks) {
        map.frameworks_detected.push_back(mapped(framework, dependencies));
    }
    map_stack(paths, frameworks, packages.dependencies.packages, map);
    map_dependencies(dependencies, map);
    for (const std::string& manifest : packages.manifests) map.manifests.push_back(clipped(manifest));

    DocumentFacts& facts = packages.documents;
    facts.paths = KnownPaths(paths);
    for (const std::string& folder : looked.folders) facts.paths.add_unlisted(folder);
    facts.changed_at = last_changes(root, looked, read.documents, deadline);
    for (const ReadDocument& document : read.documents) map.counts.left_out += document.reading.left_out;
    map_documents(judge(root, read.documents, facts), map);
    return map;
}

}  // namespace hm
