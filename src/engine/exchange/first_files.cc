#include "engine/exchange/first_files.h"

#include <array>
#include <set>

#include "engine/exchange/mappings.h"

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

namespace {

constexpr std::array<std::string_view, 9> list_names{"mems",  "tasks",   "anchors",   "plans",   "orphans",
                                                     "epics", "entries", "workPlans", "sessions"};

// The end of the object that begins at `at`; npos when the text ends before.
std::size_t end_of_object(std::string_view text, std::size_t at) {
    int depth = 0;
    bool is_in_text = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (is_in_text) {
            if (c == '\\') ++at;
            if (c == '"') is_in_text = false;
        } else if (c == '"') {
            is_in_text = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return at + 1;
        }
    }
    return std::string_view::npos;
}

}  // namespace

json::object salvage(std::string_view text) {
    for (const std::string_view name : list_names) {
        std::size_t at = text.find("\"" + std::string(name) + "\"");
        if (at == std::string_view::npos) continue;
        at = text.find('[', at);
        if (at == std::string_view::npos) continue;
        json::array items;
        while (true) {
            at = text.find_first_of("{]", at);
            if (at == std::string_view::npos || text[at] == ']') break;
            const std::size_t end = end_of_object(text, at);
            if (end == std::string_view::npos) break;
            if (auto item = parse_json(text.substr(at, end - at))) items.push_back(std::move(*item));
            at = end;
        }
        if (!items.empty()) return {{name, std::move(items)}};
    }
    return {};
}

}  // namespace hm::first
