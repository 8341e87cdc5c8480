#include "engine/first_implementation/first_files.h"

#include <array>
#include <set>

#include "engine/first_implementation/mappings.h"

namespace hm::first {
namespace {

bool has_list(const json::object& file, std::string_view name) {
    const json::value* value = file.if_contains(name);
    return value != nullptr && value->is_array();
}

bool has_object(const json::object& file, std::string_view name) {
    const json::value* value = file.if_contains(name);
    return value != nullptr && value->is_object();
}

struct Format {
    bool (*is_in)(const json::object& file);
    void (*map)(Drafts& drafts, const json::object& file, Time when);
};

// The graph before the tree before the brain's own lines of work, which count only where nothing better is.
constexpr std::array<Format, 13> formats{{
    {[](const json::object& f) { return has_list(f, "sessions"); }, map_session_manifest},
    {[](const json::object& f) { return has_list(f, "plans"); }, map_plans},
    {[](const json::object& f) { return has_list(f, "tasks"); }, map_tasks},
    {[](const json::object& f) { return has_object(f, "trajectory"); }, map_trajectory},
    {[](const json::object& f) { return has_list(f, "mems"); }, map_mems},
    {[](const json::object& f) { return has_list(f, "orphans"); }, map_orphans},
    {[](const json::object& f) { return has_list(f, "anchors"); }, map_anchors},
    {[](const json::object& f) { return has_object(f, "anchors"); }, map_session_anchors},
    {[](const json::object& f) { return f.contains("root") && f.contains("version"); }, map_tree},
    {[](const json::object& f) { return has_list(f, "workPlans"); }, map_work_plans},
    {[](const json::object& f) { return has_list(f, "epics"); }, map_epics},
    {[](const json::object& f) { return has_list(f, "entries"); }, map_knowledge},
    {[](const json::object& f) { return has_object(f, "session") && f.contains("version"); }, map_brain},
}};

bool is_config(const json::object& file) {
    return file.contains("governance_mode");
}

Time time_of(const json::object& file) {
    for (const char* name : {"updated_at", "updatedAt", "lastSaved", "created"}) {
        const json::value* value = file.if_contains(name);
        const auto found = value == nullptr ? std::nullopt : read_time(*value);
        if (found) return *found;
    }
    return Time{0};
}

}  // namespace

MappedFiles map_first_files(const std::vector<FirstFile>& files, ToLocalMinute to_local_minute) {
    Drafts drafts;
    std::set<std::string> known;
    for (const Format& format : formats) {
        for (const FirstFile& file : files) {
            if (!format.is_in(file.content)) continue;
            format.map(drafts, file.content, time_of(file.content));
            known.insert(file.path);
        }
    }
    MappedFiles mapped = drafts.finish(to_local_minute);
    for (const FirstFile& file : files) {
        if (is_config(file.content)) {
            for (auto& setting : map_config(file.content)) mapped.settings.push_back(std::move(setting));
        } else if (!known.contains(file.path)) {
            mapped.unknown_files.push_back(file.path);
        }
    }
    return mapped;
}

}  // namespace hm::first
