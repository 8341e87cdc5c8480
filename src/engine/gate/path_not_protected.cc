#include <array>
#include <string_view>

#include "engine/gate/granted.h"
#include "engine/gate/rules.h"

namespace hm {
namespace {

// What an agent must not change, or the gate would guard nothing. Folders end in '/'.
constexpr std::array<std::string_view, 5> protected_paths{".hivemind/", ".git/", ".opencode/hivemind.js",
                                                          "opencode.json", "opencode.jsonc"};
constexpr std::string_view secret_file_prefix = ".env";

std::string_view file_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

bool is_protected(std::string_view path) {
    for (const std::string_view entry : protected_paths) {
        if (entry.back() == '/' && (path.starts_with(entry) || path == entry.substr(0, entry.size() - 1))) return true;
        if (path == entry) return true;
    }
    return file_name(path).starts_with(secret_file_prefix);
}

}  // namespace

std::optional<Objection> path_not_protected(const GateFacts& facts) {
    if (!writes_paths(facts)) return std::nullopt;
    for (const PathFact& path : facts.paths) {
        if (is_protected(path.path) && !is_granted(facts, path.path)) return Objection{path.path};
    }
    return std::nullopt;
}

}  // namespace hm
