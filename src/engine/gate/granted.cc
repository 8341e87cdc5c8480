#include "engine/gate/granted.h"

#include <algorithm>

namespace hm {
namespace {

bool matches_from(std::string_view pattern, std::string_view path) {
    if (pattern.empty()) return path.empty() || path.front() == '/';
    if (pattern.starts_with("**")) {
        const std::string_view rest = pattern.substr(pattern.starts_with("**/") ? 3 : 2);
        for (std::size_t i = 0; i <= path.size(); ++i) {
            if (matches_from(rest, path.substr(i))) return true;
        }
        return false;
    }
    if (pattern.front() == '*') {
        for (std::size_t i = 0; i <= path.size(); ++i) {
            if (matches_from(pattern.substr(1), path.substr(i))) return true;
            if (i < path.size() && path[i] == '/') return false;
        }
        return false;
    }
    return !path.empty() && pattern.front() == path.front() && matches_from(pattern.substr(1), path.substr(1));
}

}  // namespace

bool matches_path(std::string_view pattern, std::string_view path) {
    while (pattern.ends_with('/')) pattern.remove_suffix(1);
    return !pattern.empty() && matches_from(pattern, path);
}

bool is_granted(const GateFacts& facts, std::string_view path) {
    return std::any_of(facts.grants.begin(), facts.grants.end(), [&](const GrantFact& grant) {
        return grant.kind == GrantKind::path && matches_path(grant.target, path);
    });
}

bool is_granted(const GateFacts& facts, ShellClass shell_class) {
    return std::any_of(facts.grants.begin(), facts.grants.end(), [&](const GrantFact& grant) {
        return grant.kind == GrantKind::shell_class && grant.target == name_of(shell_class);
    });
}

}  // namespace hm
