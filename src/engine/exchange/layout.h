// Where things are in an exported directory: the layout of the first design, so that people and their scripts find
// them again. A noun has one home file; the other files are views that import does not read.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace hm::exchange {

struct Home {
    std::string_view noun;
    std::string_view file;
};

// Those that others name first; the nouns of one file stand together.
inline constexpr std::array<Home, 18> homes{{
    {"session", "state/brain.json"},
    {"plan", "graph/plans.json"},
    {"phase", "graph/plans.json"},
    {"task", "graph/tasks.json"},
    {"decision", "graph/decisions.json"},
    {"artifact", "graph/artifacts.json"},
    {"trajectory", "graph/trajectory.json"},
    {"checkpoint", "graph/checkpoints.json"},
    {"memory", "graph/mems.json"},
    {"anchor", "state/anchors.json"},
    {"knowledge", "graph/knowledge.json"},
    {"comment", "graph/comments.json"},
    {"grant", "graph/grants.json"},
    {"delegation", "graph/delegations.json"},
    {"swarm", "graph/swarms.json"},
    {"signal", "graph/signals.json"},
    {"injection", "graph/injections.json"},
    {"turning_point", "graph/turning_points.json"},
}};

inline constexpr std::string_view config_file = "system/config.json";
inline constexpr std::string_view manifest_file = "system/manifest.json";
inline constexpr std::string_view orphans_file = "graph/orphans.json";
inline constexpr std::string_view hierarchy_file = "state/hierarchy.json";
inline constexpr std::string_view main_session_file = "sessions/active/session_main.json";
inline constexpr std::string_view swarm_folder = "sessions/active/swarms/";
inline constexpr std::string_view compactions_file = "sessions/archive/compacted/sessions.json";
inline constexpr std::string_view synthesis_file = "artifacts/synthesis/entries.json";
inline constexpr std::string_view summary_file = "artifacts/dashboards/summary.json";

// Lines of these are no records: a setting, and a node that was set aside.
inline constexpr std::string_view setting_noun = "setting";
// A member of a setting that nobody set: its value is the program's own, and is shown, not taken in.
inline constexpr std::string_view default_mark = "default";
inline constexpr std::string_view orphan_noun = "orphan";

// Every file that import reads, each once, in the order of the homes; settings first, orphans last.
std::vector<std::string_view> files_to_read();

// A path that an export may have made, so that a manifest cannot name anything else for removal.
bool may_be_ours(std::string_view file);

}  // namespace hm::exchange
