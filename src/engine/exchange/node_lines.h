// The lines of an exported file. Every line stands alone, so that git merges files node by node: whatever lines
// a merge leaves, each is still a whole node. The file as a whole is one JSON array when nobody touched it.
//
//     [{"hivemind":"export","version":1,"schema":4,"noun":"task"},
//     {"noun":"task","id":"0193…","stamp":"311114022026",…},
//     {"hivemind":"end"}]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "base/json.h"

namespace hm::exchange {

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

}  // namespace hm::exchange
