// The exported files: which there are, what a line of one holds, and how the hierarchy is written.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/json.h"
#include "engine/session/tree.h"

namespace hm::exchange {

// Where things are in an exported directory: the layout of the first design, so that people and their scripts find
// them again. A noun has one home file; the other files are views that import does not read.

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

// The lines of an exported file. Every line stands alone, so that git merges files node by node: whatever lines
// a merge leaves, each is still a whole node. The file as a whole is one JSON array when nobody touched it.
//
//     [{"hivemind":"export","version":1,"schema":4,"noun":"task"},
//     {"noun":"task","id":"0193…","stamp":"311114022026",…},
//     {"hivemind":"end"}]

inline constexpr int format_version = 1;

HM_ENUM(FileRole, home, view)

struct Head {
    std::string_view noun;  // the first noun of the file
    int schema = 0;
    FileRole role = FileRole::home;
};

std::string head_line(const Head& head, const json::object& unknown);
std::string node_line(std::string_view noun, const json::object& record, const json::object& unknown);
std::string foot_line();

// Whether a file with this beginning was made by an export.
bool begins_as_export(std::string_view text);

HM_ENUM(LineKind, nothing, head, foot, node, conflict_marker, opening_brace, broken)

struct Line {
    LineKind kind = LineKind::nothing;
    json::object object = {};  // of a head, a foot or a node; without what marks it
    std::string noun = {};     // of a node
    std::int64_t version = 0;  // of a head
    std::string reason = {};   // why it is broken
};

// Accepts a line with and without the comma behind it and the brackets around it.
Line read_line(std::string_view text);

// The same for a node that was found inside a larger value.
Line read_object(json::object object);

// The tree of the first design, rendered from plan, phases and tasks along the read-head: trajectory, tactic, action.
// A view for people and old scripts: it is never read back.

using HierarchyFacts = TreeFacts;

// {"version":1,"cursor":…,"root":…} with one node to a line. The cursor is the id of a node of the tree, or null
// when there is none.
std::string hierarchy_text(const HierarchyFacts& facts);

}  // namespace hm::exchange
