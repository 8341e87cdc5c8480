// scan learn: takes in what a scan of the project finds, each thing once. The bus brings the scan along
// (app/bus/bus.h); by itself the command knows of none.
#include "app/project/learn_scan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/command/catalog.h"
#include "app/project/scan_project.h"
#include "base/digest.h"
#include "base/redact.h"
#include "base/strings.h"
#include "domain/texts.h"
#include "engine/project/project_map.h"
#include "store/records/reading.h"
#include "view/project_text.h"

namespace hm {
namespace {

constexpr std::size_t most_learnt_documents = 6;
constexpr std::size_t most_places = 5;
constexpr std::size_t most_evidence = 10;
constexpr std::int64_t confidence_of_manifests = 90;
constexpr std::size_t fewest_folders = 2;
constexpr std::string_view alias_of_stack = "scan:stack";
constexpr std::string_view alias_of_structure = "scan:structure";
constexpr std::string_view alias_of_document = "scan:document:";

template <class T>
T clipped(std::string_view text) {
    auto made = T::make(shorten(redact(repair_utf8(text)), T::max_characters));
    HM_ASSERT(made.has_value());
    return std::move(*made);
}

// What it comes down to is part of the name under which it is known: the same is never written twice.
std::string alias_of_essence(const ScanFinding& finding) {
    return fmt::format("{}#{}", finding.alias, sha256_hex(finding.essence).substr(0, 16));
}

std::optional<ScanFinding> finding_of(const DocumentEntry& document) {
    ScanFinding finding{
        fmt::format("{}{}", alias_of_document, document.path.view()), KnowledgeType::gotcha, {}, {}, {}, 0, {}};
    std::size_t places = 0;
    for (const StaleIndicator& indicator : document.stale_indicators) {
        if (indicator.confidence < more_likely_than_not || ++places > most_places) continue;
        const DriftDetection told = contradiction_of(document, indicator);
        finding.content += contradiction_text(told) + ".\n";
        finding.evidence.push_back(told.what.str());
        finding.essence += fmt::format("{} {}\n", name_of(indicator.kind), indicator.what.view());
        finding.confidence = std::max(finding.confidence, indicator.confidence);
    }
    if (places == 0) return std::nullopt;
    if (places > most_places) finding.content += fmt::format("{} more places.\n", places - most_places);
    finding.title = fmt::format("{} no longer holds everywhere", document.path.view());
    finding.content = "Seen by a scan of the files: " + finding.content;
    finding.content.pop_back();
    return finding;
}

Result<std::optional<Knowledge>> entry_in_use(const ScanFinding& finding, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(const auto ids, ids_with_alias(connection, finding.alias));
    for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
        HM_TRY_ASSIGN(auto entry, find<Knowledge>(connection, *id, bad));
        if (entry && !entry->archived_at) return entry;
    }
    return std::nullopt;
}

// Our own mark on an entry that no longer holds: what a person took out of use has none.
void end(Knowledge& entry, Time now) {
    entry.archived_at = now;
    entry.stale_since = now;
    entry.modified_at = now;
}

bool has_ended(const Knowledge& entry) {
    return entry.archived_at && entry.archived_at == entry.stale_since;
}

// An entry says so, or did until a person took it out of use.
Result<bool> is_known(const ScanFinding& finding, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(const auto ids, ids_with_alias(connection, alias_of_essence(finding)));
    for (const Id& id : ids) {
        HM_TRY_ASSIGN(const auto entry, find<Knowledge>(connection, id, bad));
        if (entry && !has_ended(*entry)) return true;
    }
    return false;
}

// Folders of the root that are not hidden, by name.
std::vector<std::string> top_folders(const ProjectMap& map) {
    constexpr std::size_t most = 20;
    std::vector<std::string> folders;
    for (const MappedFolder& folder : map.root_structure) {
        if (folder.depth == 1 && !folder.path.view().starts_with('.') && folders.size() < most) {
            folders.push_back(folder.path.str() + "/");
        }
    }
    return folders;
}

Result<Id> keep(const ScanFinding& finding, const std::optional<Id>& parent, const CommandContext& context) {
    Knowledge entry;
    entry.type = finding.type;
    entry.title = clipped<Title>(finding.title);
    entry.content = clipped<MemoryText>(finding.content);
    for (const std::string& each : finding.evidence) entry.evidence.push_back(clipped<Sentence>(each));
    entry.source = KnowledgeSource::scan;
    entry.confidence = finding.confidence;
    if (parent) entry.related_to.push_back(*parent);
    HM_TRY_ASSIGN(auto earlier, entry_in_use(finding, context.connection(), context.bad));
    if (earlier) entry.supersedes = earlier->id;
    HM_TRY(context.begin(entry));
    HM_TRY(insert(context.transaction, entry));
    HM_TRY(save_alias(context.transaction, finding.alias, entry.id));
    HM_TRY(save_alias(context.transaction, alias_of_essence(finding), entry.id));
    if (!earlier) return entry.id;
    end(*earlier, context.now);
    HM_TRY(update(context.transaction, *earlier));
    return entry.id;
}

// Entries about documents that no longer say anything wrong.
Result<std::vector<Knowledge>> ended(const std::vector<ScanFinding>& findings, Connection& connection, BadRows& bad) {
    constexpr std::int64_t most_looked_at = 200;
    HM_TRY_ASSIGN(auto entries, list_records<Knowledge>(connection, {.limit = most_looked_at}, bad));
    std::vector<Knowledge> over;
    for (Knowledge& entry : entries) {
        if (entry.source != KnowledgeSource::scan || entry.type != KnowledgeType::gotcha) continue;
        const auto still_holds = [&](const ScanFinding& finding) {
            return clipped<Title>(finding.title) == entry.title;
        };
        if (std::ranges::none_of(findings, still_holds)) over.push_back(std::move(entry));
    }
    return over;
}

}  // namespace

std::vector<ScanFinding> findings_of(const ProjectMap& map) {
    std::vector<ScanFinding> findings;
    const std::string seen = "Seen by a scan of the files: ";
    const std::string stack = stack_line(map);
    if (!map.manifests.empty() && !stack.empty()) {
        findings.push_back({std::string(alias_of_stack),
                            KnowledgeType::tech_stack,
                            "What the project is built with",
                            seen + stack,
                            {},
                            confidence_of_manifests,
                            stack});
        for (const ScannedText& manifest : map.manifests) {
            if (findings.back().evidence.size() < most_evidence) findings.back().evidence.push_back(manifest.str());
        }
    }
    std::vector<std::string> folders = top_folders(map);
    const std::string layout = fmt::format("{}", fmt::join(folders, ", "));
    if (folders.size() >= fewest_folders) {
        findings.push_back({std::string(alias_of_structure),
                            KnowledgeType::architecture,
                            "The folders that the project is made of",
                            seen + layout,
                            {},
                            confidence_of_manifests,
                            layout});
        folders.resize(std::min(folders.size(), most_evidence));
        findings.back().evidence = std::move(folders);
    }
    std::vector<ScanFinding> documents;
    for (const DocumentEntry& document : map.documents) {
        if (auto finding = finding_of(document)) documents.push_back(std::move(*finding));
    }
    std::ranges::stable_sort(documents, std::greater<>(), &ScanFinding::confidence);
    for (std::size_t i = 0; i < std::min(documents.size(), most_learnt_documents); ++i) {
        findings.push_back(std::move(documents[i]));
    }
    return findings;
}

Result<bool> has_news(const std::vector<ScanFinding>& findings, Connection& connection) {
    BadRows bad;
    for (const ScanFinding& finding : findings) {
        HM_TRY_ASSIGN(const bool is_there, is_known(finding, connection, bad));
        if (!is_there) return true;
    }
    HM_TRY_ASSIGN(const auto over, ended(findings, connection, bad));
    return !over.empty();
}

Result<LearntScan> learn_from_scan(const std::vector<ScanFinding>& findings, const CommandContext& context) {
    LearntScan learnt;
    std::optional<Id> overview;
    for (const ScanFinding& finding : findings) {
        HM_TRY_ASSIGN(const bool is_there, is_known(finding, context.connection(), context.bad));
        if (!is_there) {
            HM_TRY_ASSIGN(Id id, keep(finding, overview, context));
            learnt.entries.push_back(std::move(id));
        }
        if (overview) continue;
        HM_TRY_ASSIGN(const auto first, entry_in_use(finding, context.connection(), context.bad));
        if (first) overview = first->id;
    }
    HM_TRY_ASSIGN(auto over, ended(findings, context.connection(), context.bad));
    for (Knowledge& entry : over) {
        end(entry, context.now);
        HM_TRY(update(context.transaction, entry));
        ++learnt.ended;
    }
    return learnt;
}

Receipt learnt_receipt(const LearntScan& learnt) {
    const std::size_t count = learnt.entries.size();
    Receipt receipt{fmt::format("Learnt {} {} from a scan of the files.", count, count == 1 ? "entry" : "entries"),
                    std::nullopt};
    if (learnt.ended > 0) {
        receipt.sentence += fmt::format(" {} no longer {}.", learnt.ended, learnt.ended == 1 ? "holds" : "hold");
    }
    json::array entries;
    for (const Id& id : learnt.entries) entries.emplace_back(id.text());
    receipt.details["entries"] = std::move(entries);
    receipt.details["ended"] = learnt.ended;
    return receipt;
}

namespace {

struct LearnScan {
    static constexpr void fields(auto&&) {}
};

Result<Receipt> run(const LearnScan&, const CommandContext&) {
    return learnt_receipt({});
}

}  // namespace

Command learn_scan() {
    return make_command<LearnScan, run>("scan learn", "Take in what a scan finds: stack, folders, stale documents.");
}

// scan full, incremental, drift, frameworks, documents: what the project is beside its code. They write nothing to the
// store; what was read is kept in the code map's file.

namespace {

constexpr Duration longest_scan = seconds(30);

struct ScanInput {
    static constexpr void fields(auto&&) {}
};

ProjectScan scan(ScanDepth depth, const QueryContext& context) {
    return scan_project(depth, Deadline::in(longest_scan), context.workspace);
}

std::optional<Time> last_scan(const ProjectScan& scan) {
    return scan.before ? std::optional(scan.before->scanned_at) : std::nullopt;
}

json::object drift_json(const ProjectScan& scan) {
    json::object data = Codec<Drift>::encode_object(scan.drift);
    data["scanned_at"] = scan.map.scanned_at.ms;
    if (scan.before) data["last_scan_at"] = scan.before->scanned_at.ms;
    return data;
}

// The whole map with what changed since the last one.
Answer whole_answer(const ProjectScan& scan) {
    json::object data = Codec<ProjectMap>::encode_object(scan.map);
    data["drift_detections"] = encode(scan.drift.detections);
    data["is_kept"] = scan.is_kept;
    std::string text = project_text(scan.map);
    if (scan.before) text += drift_text(scan.drift, last_scan(scan));
    return {std::move(data), std::move(text)};
}

Result<Answer> run_full(const ScanInput&, const QueryContext& context) {
    return whole_answer(scan(ScanDepth::full, context));
}

Result<Answer> run_incremental(const ScanInput&, const QueryContext& context) {
    const ProjectScan done = scan(ScanDepth::incremental, context);
    Answer answer = whole_answer(done);
    answer.text = fmt::format("{} read again\n", done.map.counts.files_read) + drift_text(done.drift, last_scan(done));
    return answer;
}

Result<Answer> run_drift(const ScanInput&, const QueryContext& context) {
    const ProjectScan looked = scan(ScanDepth::look, context);
    return Answer{drift_json(looked), drift_text(looked.drift, last_scan(looked))};
}

Result<Answer> run_frameworks(const ScanInput&, const QueryContext& context) {
    const ProjectMap map = scan(ScanDepth::look, context).map;
    json::object data{{"frameworks_detected", encode(map.frameworks_detected)},
                      {"governance_detected", encode(map.governance_detected)},
                      {"tech_stack", encode(map.tech_stack)},
                      {"languages", encode(map.languages)},
                      {"manifests", encode(map.manifests)},
                      {"dependencies", encode(map.dependencies)},
                      {"counts", encode(map.counts)}};
    return Answer{std::move(data), frameworks_text(map) + dependencies_text(map)};
}

struct ScanDocuments {
    std::optional<FilePath> path;

    static constexpr void fields(auto&& visit) {
        visit(field("path", &ScanDocuments::path, "Only this document, or those of this folder."));
    }
};

bool is_at_or_below(std::string_view path, std::string_view place) {
    while (place.starts_with("./")) place.remove_prefix(2);
    while (place.ends_with('/')) place.remove_suffix(1);
    return path.starts_with(place) && (path.size() == place.size() || path[place.size()] == '/');
}

Result<Answer> run_documents(const ScanDocuments& input, const QueryContext& context) {
    ProjectMap map = scan(ScanDepth::look, context).map;
    if (input.path) {
        const std::string_view place = input.path->view();
        std::erase_if(map.documents, [&](const auto& each) { return !is_at_or_below(each.path.view(), place); });
        std::erase_if(map.document_relations, [&](const auto& each) {
            return !is_at_or_below(each.from.view(), place) && !is_at_or_below(each.to.view(), place);
        });
        if (map.documents.empty()) {
            return fail(ErrorCode::not_found, fmt::format("No document is at {}.", place),
                        "`hivemind scan documents` lists them.");
        }
    }
    json::object data{{"documents", encode(map.documents)},
                      {"document_relations", encode(map.document_relations)},
                      {"counts", encode(map.counts)}};
    return Answer{std::move(data), map.documents.size() == 1 ? document_text(map) : documents_text(map)};
}

}  // namespace

Query scan_full() {
    return make_query<ScanInput, run_full>("scan full", "Read the whole project anew: folders, stack, documents.", {},
                                           &shape_of<ProjectMap>);
}

Query scan_incremental() {
    return make_query<ScanInput, run_incremental>("scan incremental", "Read again only what changed in the project.",
                                                  {}, &shape_of<ProjectMap>);
}

Query scan_drift_query() {
    return make_query<ScanInput, run_drift>(
        "scan drift", "Show what changed since the last scan, and what documents say that no longer holds.", {},
        &shape_of<Drift>);
}

Query scan_frameworks() {
    return make_query<ScanInput, run_frameworks>("scan frameworks",
                                                 "Show frameworks, governance and packages, with what shows them.");
}

Query scan_documents() {
    return make_query<ScanDocuments, run_documents>(
        "scan documents", "Show the documents, how they point to each other, and what is stale.", "path");
}

}  // namespace hm
