#include "app/exchange/read_first_implementation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/local_minute.h"
#include "base/redact.h"
#include "engine/exchange/node_lines.h"
#include "engine/first_implementation/first_files.h"
#include "store/line_file.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_file_bytes = 256U << 20U;

// Every place where one of the generations kept something, the newest of each first.
constexpr std::array<std::string_view, 29> places{
    "graph/trajectory.json",
    "graph/plans.json",
    "graph/tasks.json",
    "graph/mems.json",
    "graph/orphans.json",
    "state/brain.json",
    "state/anchors.json",
    "state/hierarchy.json",
    "state/tasks.json",
    "memory/mems.json",
    "sessions/manifest.json",
    "system/config.json",
    "brain.json",
    "hierarchy.json",
    "anchors.json",
    "mems.json",
    "tasks.json",
    "config.json",
    "configs.json",
    "graph.json",
    "task-graph.json",
    "knowledge.json",
    "brain/tasks.json",
    "brain/graph.json",
    "brain/task-graph.json",
    "brain/knowledge.json",
    "brain/state.json",
    "brain/hook-state.json",
    "brain/anchors.json",
};

// Everything a broken file still holds, and a word about it.
Result<json::object> parse_old(ImportWork& work, std::string_view file, const std::string& text) {
    auto parsed = parse_json(text, max_file_bytes);
    if (parsed && parsed->is_object()) return std::move(parsed->get_object());
    json::object saved = first::salvage(text);
    work.report.notes.push_back(
        fmt::format("{}: it is broken; {}.", file,
                    saved.empty() ? "nothing of it could be read" : "the whole nodes in it were read"));
    return saved;
}

}  // namespace

Result<void> read_first_implementation(ImportWork& work, const fs::path& directory) {
    std::vector<first::FirstFile> files;
    for (const std::string_view place : places) {
        HM_TRY_ASSIGN(const auto text, read_bounded_file(directory / place, max_file_bytes));
        if (!text || exchange::begins_as_export(*text) || text->starts_with(R"({"noun":")")) continue;
        const bool is_read_already =
            std::find(work.report.files.begin(), work.report.files.end(), place) != work.report.files.end();
        if (is_read_already) continue;
        HM_TRY_ASSIGN(json::object content, parse_old(work, place, *text));
        files.push_back({std::string(place), redact_value(content).get_object()});
        work.report.files.emplace_back(place);
    }
    if (files.empty()) return {};
    first::MappedFiles mapped = first::map_first_files(files, &local_minute);
    for (first::MappedNode& node : mapped.nodes) {
        HM_TRY(work.nodes.add({.noun = std::move(node.noun),
                               .id = {},
                               .modified_at = {},
                               .record = std::move(node.record),
                               .unknown = std::move(node.unknown),
                               .alias = std::move(node.alias)}));
    }
    for (const auto& [key, value] : mapped.settings) HM_TRY(offer_imported_setting(work, key, value));
    for (std::string& line : mapped.notes) work.report.notes.push_back(std::move(line));
    for (const std::string& file : mapped.unknown_files) {
        work.report.notes.push_back(fmt::format("{}: it holds nothing that is known here.", file));
    }
    return {};
}

}  // namespace hm
