#include <algorithm>
#include <array>

#include "app/project/scan_project.h"
#include "base/strings.h"
#include "engine/project/dependencies.h"
#include "engine/project/frameworks.h"
#include "engine/project/languages.h"
#include "engine/project/paths.h"
#include "store/files/read_files.h"

namespace hm {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_read = 200;
constexpr std::size_t longest_manifest = std::size_t{1} << 20U;
constexpr std::size_t longest_lock = std::size_t{8} << 20U;

template <class Names>
bool is_one_of(std::string_view path, const Names& names) {
    return std::ranges::find(names, file_name(path)) != std::ranges::end(names);
}

constexpr std::array<std::string_view, 3> makefiles{"Makefile", "makefile", "GNUmakefile"};
constexpr std::array<std::string_view, 3> script_settings{"tsconfig.json", "tsconfig.base.json", "jsconfig.json"};

class Loader {
public:
    Loader(const fs::path& root, ScanCounts& counts) : root_(root), counts_(counts) {}

    void load(const std::string& path) {
        const bool is_manifest = is_one_of(path, manifest_names());
        const bool is_lock = is_one_of(path, lock_file_names());
        const bool is_makefile = is_one_of(path, makefiles);
        const bool is_setting = is_one_of(path, script_settings);
        if (!is_manifest && !is_lock && !is_makefile && !is_setting) return;
        const auto text = read(path, is_lock ? longest_lock : longest_manifest);
        if (!text) return;
        DependencyFacts& dependencies = packages_.dependencies;
        if (is_lock) dependencies.locks.push_back({path, read_lock_file(file_name(path), *text)});
        if (is_setting) {
            for (std::string& alias : aliases_in_tsconfig(*text)) dependencies.aliases.push_back(std::move(alias));
        }
        if (is_makefile) add_targets(read_manifest_head("Makefile", *text));
        if (is_manifest) add_manifest(path, *text);
    }

    ProjectPackages take() {
        packages_.documents.has_make_targets = has_makefile_ && knows_all_targets_;
        const std::vector<std::string>& own = packages_.dependencies.own_names;
        for (const StackPackage& package : packages_.dependencies.packages) {
            // Documents tell all versions of the project itself, and samples their own.
            const bool is_own = std::ranges::find(own, package.name) != own.end();
            if (!is_own && !is_sample_path(package.manifest)) packages_.documents.packages.push_back(package);
        }
        return std::move(packages_);
    }

private:
    std::optional<std::string> read(const std::string& path, std::size_t longest) {
        std::error_code error;
        const bool is_plain = fs::is_regular_file(fs::symlink_status(root_ / path, error));
        if (is_plain && read_++ < most_read) {
            auto text = read_bounded_file(root_ / path, longest);
            if (text && *text) return std::move(*text);
            ++(text || text.error().code != ErrorCode::invalid_input ? counts_.unreadable : counts_.too_large);
            return std::nullopt;
        }
        ++(is_plain ? counts_.left_out : counts_.unreadable);
        return std::nullopt;
    }

    void add_targets(const ManifestHead& head) {
        has_makefile_ = true;
        knows_all_targets_ = knows_all_targets_ && head.has_all_scripts;
        packages_.documents.make_targets.insert(head.scripts.begin(), head.scripts.end());
    }

    void add_manifest(const std::string& path, std::string_view text) {
        const std::string_view name = file_name(path);
        packages_.manifests.push_back(path);
        for (StackPackage& package : read_manifest(name, text)) {
            package.manifest = path;
            packages_.dependencies.packages.push_back(std::move(package));
        }
        const ManifestHead head = read_manifest_head(name, text);
        if (name == "package.json") {
            packages_.documents.has_npm_scripts = packages_.documents.has_npm_scripts || head.has_all_scripts;
            packages_.documents.npm_scripts.insert(head.scripts.begin(), head.scripts.end());
            packages_.dependencies.script_lines += head.script_lines;
        }
        // CMake makes a Makefile of its own.
        if (name == "CMakeLists.txt") knows_all_targets_ = false;
        if (!head.name.empty())
            packages_.dependencies.own_names.push_back(comparable(head.name, CaseRules::insensitive));
    }

    const fs::path& root_;
    ScanCounts& counts_;
    ProjectPackages packages_;
    std::size_t read_ = 0;
    bool has_makefile_ = false;
    bool knows_all_targets_ = true;
};

// A module of the project may be called by any of its folders or files.
std::set<std::string, std::less<>> own_modules(const std::vector<std::string>& paths) {
    std::set<std::string, std::less<>> names;
    for (const std::string& path : paths) {
        if (language_of(path).ecosystem == Ecosystem::none) continue;
        for (std::string_view rest = path; !rest.empty();) {
            const std::size_t end = std::min(rest.find('/'), rest.size());
            std::string_view part = rest.substr(0, end);
            if (end == rest.size()) part = part.substr(0, part.find('.'));
            if (!names.contains(part)) names.emplace(part);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return names;
}

}  // namespace

ProjectPackages load_packages(const fs::path& root, const std::vector<std::string>& paths, ScanCounts& counts) {
    std::vector<const std::string*> ordered;
    for (const std::string& path : paths) ordered.push_back(&path);
    std::ranges::stable_sort(ordered, {}, [](const std::string* path) { return std::ranges::count(*path, '/'); });
    Loader loader(root, counts);
    for (const std::string* path : ordered) loader.load(*path);
    ProjectPackages packages = loader.take();
    packages.dependencies.own_modules = own_modules(paths);
    return packages;
}

}  // namespace hm
