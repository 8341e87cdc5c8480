// scan full, incremental, drift, frameworks, documents: what the project is beside its code. They write nothing to the
// store; what was read is kept in the code map's file.
#include <fmt/format.h>

#include "app/queries/queries.h"
#include "app/scan/scan_project.h"
#include "domain/texts.h"
#include "view/scan_text.h"

namespace hm {
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
