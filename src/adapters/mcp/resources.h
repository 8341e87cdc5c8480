// What a client can read: the pack, and records by their ids. Reading writes nothing.
//
// To offer another noun: add its line to the table in resources.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/mcp/jsonrpc.h"
#include "adapters/mcp/project_access.h"

namespace hm::mcp {

inline constexpr std::string_view pack_uri = "hivemind://pack";

class Resources {
public:
    explicit Resources(ProjectAccess& access) : access_(access) {}

    Outcome list();
    Outcome list_templates() const;
    // {uri, mimeType, text}. `session_id` is for whom the pack is.
    Outcome content(std::string_view uri, const std::optional<Id>& session_id);
    // Ids of that noun ("plan") that begin with the text or whose name holds it, latest first.
    Result<std::vector<std::string>> ids_like(std::string_view noun, std::string_view text);
    // "plan" of hivemind://plan/{id}; "" for anything else.
    static std::string_view noun_of_template(std::string_view uri_template);

private:
    ProjectAccess& access_;
};

}  // namespace hm::mcp
