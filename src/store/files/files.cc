#include "store/files/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <vector>

namespace hm {

namespace fs = std::filesystem;

namespace {

// Where the path goes on behind the first link in it; nothing when there is none.
std::optional<fs::path> behind_first_link(const fs::path& path) {
    fs::path walked;
    for (auto part = path.begin(); part != path.end(); ++part) {
        walked /= *part;
        std::error_code error;
        const fs::path target = fs::read_symlink(walked, error);
        if (error) continue;
        fs::path behind = walked.parent_path() / target;
        while (++part != path.end()) behind /= *part;
        return behind;
    }
    return std::nullopt;
}

fs::path without_links(const fs::path& spelt) {
    constexpr int most_links = 40;  // as many as the system follows
    fs::path real = spelt;
    for (int followed = 0; followed < most_links; ++followed) {
        std::error_code error;
        real = fs::weakly_canonical(real, error);
        if (error) break;
        // A link to what is not there yet is still in it: what is written through it comes to be where it leads.
        std::optional<fs::path> behind = behind_first_link(real);
        if (!behind) return real;
        real = std::move(*behind);
    }
    return spelt.lexically_normal();
}

ResolvedPath seen_from(const fs::path& real_root, const fs::path& real) {
    const fs::path relative = real.lexically_relative(real_root);
    const bool is_inside = !relative.empty() && *relative.begin() != "..";
    if (!is_inside) return {real.generic_string(), PathPlace::outside};
    std::string shown = relative.generic_string();
    while (shown.size() > 1 && shown.ends_with('/')) shown.pop_back();  // a folder is named as a file is
    return {std::move(shown), PathPlace::inside};
}

enum class Component { plain, link, missing, unknown };

Component look_at(const std::string& path) {
    std::array<char, 1> unused{};
    if (readlink(path.c_str(), unused.data(), unused.size()) >= 0) return Component::link;
    if (errno == EINVAL) return Component::plain;
    return errno == ENOENT ? Component::missing : Component::unknown;
}

// The common case, in one look at each part below the root: no link, no "..". Nothing when it is not that.
std::optional<std::string> plainly_below(const std::string& root, std::string_view spelt) {
    if (!spelt.starts_with(root) || spelt.size() <= root.size() || spelt[root.size()] != '/') return std::nullopt;
    std::string path = root;
    bool exists = true;
    for (std::size_t begin = root.size() + 1; begin < spelt.size();) {
        const std::size_t end = std::min(spelt.find('/', begin), spelt.size());
        const std::string_view part = spelt.substr(begin, end - begin);
        begin = end + 1;
        if (part.empty() || part == ".") continue;
        if (part == "..") return std::nullopt;
        path.append("/").append(part);
        if (!exists) continue;
        const Component component = look_at(path);
        if (component == Component::link || component == Component::unknown) return std::nullopt;
        exists = component == Component::plain;
    }
    if (path.size() == root.size()) return std::nullopt;
    return path.substr(root.size() + 1);
}

bool climbs(const fs::path& spelt) {
    return std::find(spelt.begin(), spelt.end(), "..") != spelt.end();
}

}  // namespace

ResolvedPath resolve_path(const fs::path& root, const fs::path& directory, std::string_view given) {
    const fs::path spelt = fs::path(given).is_absolute() ? fs::path(given) : directory / given;
    if (auto below = plainly_below(root.native(), spelt.native())) return {std::move(*below), PathPlace::inside};
    const fs::path real_root = without_links(root);
    const fs::path real = without_links(spelt);
    const ResolvedPath followed = seen_from(real_root, real);
    if (!climbs(spelt)) return followed;
    // The system follows a link before it climbs, most programs strike ".." out first. Where that leads to two
    // places, nobody can say which file would be touched, and what cannot be said to be inside is outside.
    const fs::path struck_out = without_links(spelt.lexically_normal());
    if (struck_out == real && without_links(real) == real) return followed;
    const ResolvedPath other = seen_from(real_root, struck_out);
    if (followed.place == PathPlace::outside) return followed;
    if (other.place == PathPlace::outside) return other;
    return {spelt.generic_string(), PathPlace::outside};
}

std::optional<Time> last_change(const fs::path& path) {
    struct stat seen{};
    if (lstat(path.c_str(), &seen) != 0) return std::nullopt;
    return Time{std::int64_t{seen.st_ctim.tv_sec} * 1000 + seen.st_ctim.tv_nsec / 1'000'000};
}

std::string resolve_pattern(const fs::path& root, std::string_view pattern) {
    if (pattern.starts_with('~')) return std::string(pattern);
    const std::size_t star = pattern.find_first_of("*?[{");
    if (star == std::string_view::npos) return resolve_path(root, root, pattern).shown;
    const std::size_t slash = pattern.substr(0, star).rfind('/');
    if (slash == std::string_view::npos) return std::string(pattern);
    const std::string folder = resolve_path(root, root, slash == 0 ? "/" : pattern.substr(0, slash)).shown;
    const std::string_view rest = pattern.substr(slash + 1);
    return folder == "." ? std::string(rest) : folder + (folder == "/" ? "" : "/") + std::string(rest);
}

bool tells_case_apart(const fs::path& root) {
    // The rule of a file system does not change while a process runs, and it asks at every call.
    static fs::path asked_of;
    static bool answer = true;
    if (asked_of.native() == root.native()) return answer;
    // A name that we know to be there, in the other spelling; the same file means that case counts for nothing.
    std::error_code error;
    answer = !fs::equivalent(root / ".HIVEMIND", root / ".hivemind", error) || error;
    asked_of = root;
    return answer;
}

}  // namespace hm
