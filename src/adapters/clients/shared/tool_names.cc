#include "adapters/clients/shared/tool_names.h"

#include <array>
#include <span>
#include <string>

namespace hm {
namespace {

struct Renamed {
    std::string_view before;
    std::string_view now;
};

struct FirstName {
    std::string_view name;
    std::string_view tool;
    std::string_view action;
    std::span<const Renamed> renamed = {};
};

// save_anchor had several uses, told apart by `mode`.
constexpr std::array<Renamed, 1> anchor_arguments{{{"mode", "action"}}};
constexpr std::array<Renamed, 1> recall_arguments{{{"query", "question"}}};
// They said how the answer should look, or what the agent thought of it.
constexpr std::array<Renamed, 4> drop_arguments{
    {{"check", ""}, {"json", ""}, {"newTactic", ""}, {"include_drift", ""}}};

constexpr std::array<FirstName, 14> first_names{{
    {"declare_intent", "hivemind_session", "start"},
    {"map_context", "hivemind_session", "update"},
    {"compact_session", "hivemind_session", "close"},
    {"scan_hierarchy", "hivemind_inspect", "scan", drop_arguments},
    {"think_back", "hivemind_inspect", "deep", drop_arguments},
    {"check_drift", "hivemind_inspect", "drift", drop_arguments},
    {"hierarchy_prune", "hivemind_hierarchy", "prune"},
    {"hierarchy_migrate", "hivemind_hierarchy", "migrate"},
    {"hierarchy_read", "hivemind_hierarchy", "status"},
    {"export_cycle", "hivemind_cycle", "export"},
    {"save_anchor", "hivemind_anchor", "save", anchor_arguments},
    {"save_mem", "hivemind_memory", "save"},
    {"list_shelves", "hivemind_memory", "list"},
    {"recall_mems", "hivemind_memory", "recall", recall_arguments},
}};

// Tags were one text with commas.
json::value split_tags(std::string_view text) {
    json::array tags;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        std::string_view tag = text.substr(0, comma);
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
        while (tag.starts_with(' ')) tag.remove_prefix(1);
        while (tag.ends_with(' ')) tag.remove_suffix(1);
        if (!tag.empty()) tags.emplace_back(tag);
    }
    return tags;
}

std::string_view name_now(const FirstName& first, std::string_view argument) {
    for (const Renamed& renamed : first.renamed) {
        if (renamed.before == argument) return renamed.now;
    }
    return argument;
}

}  // namespace

std::optional<ToolToday> tool_today(std::string_view first_name, const json::object& arguments) {
    for (const FirstName& first : first_names) {
        if (first.name != first_name) continue;
        ToolToday today{first.tool, {{"action", first.action}}};
        for (const auto& member : arguments) {
            const std::string_view name = name_now(first, member.key());
            if (name.empty()) continue;
            const bool are_tags = name == "tags" && member.value().is_string();
            today.arguments[name] = are_tags ? split_tags(member.value().get_string()) : member.value();
        }
        return today;
    }
    return std::nullopt;
}

}  // namespace hm
