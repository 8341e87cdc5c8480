#include "engine/shell/patch_paths.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

// Without the blank behind the colon, which some of the programs do not require.
constexpr std::array<std::string_view, 4> heads{
    "*** Update File:", "*** Add File:", "*** Delete File:", "*** Move to:"};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\v\f";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string_view unquoted(std::string_view name) {
    const bool is_quoted = name.size() > 2 && name.front() == name.back() &&
                           (name.front() == '"' || name.front() == '\'' || name.front() == '`');
    return is_quoted ? trimmed(name.substr(1, name.size() - 2)) : name;
}

// "+++ b/src/a.ts" and a time behind a tab; /dev/null is no file of the project.
std::string_view diff_path(std::string_view line) {
    std::string_view path = line.substr(4);
    path = unquoted(trimmed(path.substr(0, path.find('\t'))));
    if (path == "/dev/null") return {};
    if (path.starts_with("a/") || path.starts_with("b/")) path.remove_prefix(2);
    return path;
}

}  // namespace

std::vector<std::string> patch_paths(std::string_view patch, std::size_t most) {
    std::vector<std::string> paths;
    const auto add = [&](std::string_view path) {
        const bool is_known = std::find(paths.begin(), paths.end(), path) != paths.end();
        if (!path.empty() && !is_known && paths.size() < most) paths.emplace_back(path);
    };
    bool is_after_old = false;
    while (!patch.empty()) {
        const std::size_t end = patch.find('\n');
        const std::string_view line = patch.substr(0, end);
        const std::string_view bare = trimmed(line);
        for (const std::string_view head : heads) {
            if (bare.starts_with(head)) add(unquoted(trimmed(bare.substr(head.size()))));
        }
        // Only the pair of them is a head: a removed line may begin with dashes as well.
        if (is_after_old && line.starts_with("+++ ")) add(diff_path(line));
        is_after_old = line.starts_with("--- ");
        const std::size_t next = end == std::string_view::npos ? patch.size() : end + 1;
        if (is_after_old && patch.substr(next).starts_with("+++ ")) add(diff_path(line));
        patch.remove_prefix(next);
    }
    return paths;
}

}  // namespace hm
