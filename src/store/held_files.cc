#include "store/held_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "store/run_git.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_git_bytes = 1U << 20U;
constexpr std::size_t most_matches = 200;
constexpr std::size_t deepest_folder = 64;

enum class Sort { nothing, file, folder };

Sort sort_of(const std::string& path) {
    struct stat seen{};
    if (lstat(path.c_str(), &seen) != 0) return Sort::nothing;
    return S_ISDIR(seen.st_mode) ? Sort::folder : Sort::file;
}

bool takes_one(LookLimit& limit) {
    if (limit.entries == 0 || limit.deadline.has_passed()) return false;
    --limit.entries;
    return true;
}

struct Entry {
    std::string name;
    bool is_folder = false;
};

// Nothing when it cannot be read, or is more than may be looked at.
std::optional<std::vector<Entry>> entries_of(const std::string& folder, LookLimit& limit) {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()), closedir);
    if (!open) return std::nullopt;
    std::vector<Entry> entries;
    while (const dirent* each = readdir(open.get())) {
        const std::string_view name = each->d_name;
        if (name == "." || name == "..") continue;
        if (!takes_one(limit)) return std::nullopt;
        const bool is_folder = each->d_type == DT_DIR || (each->d_type == DT_UNKNOWN &&
                                                          sort_of(folder + "/" + std::string(name)) == Sort::folder);
        entries.push_back({std::string(name), is_folder});
    }
    // What is named first must not hang on the file system.
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return entries;
}

Time time_of(const statx_timestamp& stamp) {
    return Time{std::int64_t{stamp.tv_sec} * 1000 + stamp.tv_nsec / 1'000'000};
}

void add_times(HeldFile& file) {
    struct statx seen{};
    if (statx(AT_FDCWD, file.path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BTIME | STATX_CTIME, &seen) != 0) return;
    file.changed_at = time_of(seen.stx_ctime);
    const bool knows_birth = (seen.stx_mask & STATX_BTIME) != 0;
    file.born_at = knows_birth ? time_of(seen.stx_btime) : file.changed_at;
}

// The nearest folder above that is a repository; nothing when there is none.
std::optional<std::string> repository_above(const std::string& place) {
    std::string folder = place;
    while (folder.size() > 1 && folder.front() == '/') {
        folder.resize(folder.rfind('/'));
        if (sort_of(folder + "/.git") != Sort::nothing) return folder.empty() ? "/" : folder;
    }
    return std::nullopt;
}

// What git says of some places of one repository.
class GitView {
public:
    GitView(std::string top, const std::vector<std::string>& places, Deadline deadline)
        : top_(std::move(top)), places_(places), deadline_(deadline) {
        is_known_ = read_status();
    }

    bool is_known() const { return is_known_; }

    // The folder at or above the path that a pattern of .gitignore matches; "" when there is none.
    std::string ignored_folder_of(const std::string& path) const {
        for (const std::string& folder : ignored_folders_) {
            if (path == folder || path.starts_with(folder + "/")) return folder;
        }
        return {};
    }

    // Of a file that no ignored folder holds.
    std::optional<HeldState> state_of(const std::string& path) {
        if (const auto at = states_.find(path); at != states_.end()) return at->second;
        if (!tracked_) tracked_ = read_tracked();
        if (!tracked_) {
            is_known_ = false;
            return std::nullopt;
        }
        return tracked_->contains(path) ? std::optional(HeldState::clean) : std::nullopt;
    }

private:
    std::optional<std::string> ask(std::vector<std::string> words) const {
        // A monitor of file changes is a program that the repository's settings name.
        std::vector<std::string> all{"git", "-C", top_, "--literal-pathspecs", "-c", "core.fsmonitor=false"};
        all.insert(all.end(), words.begin(), words.end());
        all.emplace_back("--");
        for (const std::string& place : places_) all.push_back(place.substr(top_.size() + (top_ == "/" ? 0 : 1)));
        const auto printed = run_git(std::move(all), most_git_bytes, deadline_);
        if (!printed || printed->is_cut || printed->exit_code != 0) return std::nullopt;
        return printed->out;
    }

    std::string absolute(std::string_view path) const {
        while (path.ends_with('/')) path.remove_suffix(1);
        return (top_ == "/" ? "" : top_) + "/" + std::string(path);
    }

    template <class Visit>
    static void for_each_record(std::string_view out, Visit&& visit) {
        for (std::size_t end = out.find('\0'); end != std::string_view::npos; end = out.find('\0')) {
            visit(out.substr(0, end));
            out.remove_prefix(end + 1);
        }
    }

    bool read_status() {
        const auto out = ask({"status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignored=matching",
                              "--no-renames", "--ignore-submodules=none"});
        if (!out) return false;
        for_each_record(*out, [&](std::string_view record) {
            if (record.size() < 4) return;
            const std::string_view code = record.substr(0, 2);
            const std::string_view path = record.substr(3);
            if (code == "!!" && path.ends_with('/')) {
                ignored_folders_.push_back(absolute(path));
            } else if (code == "??" && path.ends_with('/')) {
                return;  // another repository; what it holds is known to nobody here
            } else {
                const HeldState state = code == "!!"   ? HeldState::ignored
                                        : code == "??" ? HeldState::untracked
                                                       : HeldState::modified;
                states_.insert_or_assign(absolute(path), state);
            }
        });
        return true;
    }

    // Only those that git itself compares: not what it was told to take for unchanged.
    std::optional<std::unordered_set<std::string>> read_tracked() const {
        const auto out = ask({"ls-files", "-z", "-v", "--cached"});
        if (!out) return std::nullopt;
        std::unordered_set<std::string> tracked;
        for_each_record(*out, [&](std::string_view record) {
            if (record.starts_with("H ")) tracked.insert(absolute(record.substr(2)));
        });
        return tracked;
    }

    std::string top_;
    const std::vector<std::string>& places_;
    Deadline deadline_;
    bool is_known_ = false;
    std::unordered_map<std::string, HeldState> states_;
    std::vector<std::string> ignored_folders_;
    std::optional<std::unordered_set<std::string>> tracked_;
};

// Walks one place.
class Walk {
public:
    Walk(GitView* git, std::function<bool(std::string_view)> passes_over, LookLimit& limit)
        : git_(git), passes_over_(std::move(passes_over)), limit_(limit) {}

    HeldContent look(const std::string& place) {
        if (git_ != nullptr && !git_->is_known()) {
            content_.is_all_seen = false;
            return std::move(content_);
        }
        const Sort sort = sort_of(place);
        if (sort == Sort::folder) {
            look_into(place, 0);
        } else if (sort == Sort::file) {
            add(place);
        }
        if (git_ != nullptr && !git_->is_known()) content_.is_all_seen = false;
        return std::move(content_);
    }

private:
    void look_into(const std::string& folder, std::size_t depth) {
        if (git_ != nullptr && is_passed_over(folder)) return;
        const auto entries = depth < deepest_folder ? entries_of(folder, limit_) : std::nullopt;
        if (!entries) {
            content_.is_all_seen = false;
            return;
        }
        for (const Entry& entry : *entries) {
            const std::string path = folder + "/" + entry.name;
            if (entry.name == ".git") {
                add_as(path, HeldState::foreign);
            } else if (entry.is_folder) {
                look_into(path, depth + 1);
            } else {
                add(path);
            }
            if (!content_.is_all_seen) return;
        }
    }

    bool is_passed_over(const std::string& folder) const {
        const std::string ignored = git_->ignored_folder_of(folder);
        return !ignored.empty() && passes_over_(ignored);
    }

    void add(const std::string& path) {
        if (git_ == nullptr) return add_as(path, HeldState::unversioned);
        const auto state = git_->state_of(path);
        if (state == HeldState::clean) return;
        if (state) return add_as(path, *state);
        const std::string ignored = git_->ignored_folder_of(path);
        if (ignored.empty()) return add_as(path, HeldState::foreign);
        add_as(path, HeldState::ignored);
        content_.files.back().ignored_as = ignored;
        content_.files.back().is_folder_ignored = true;
    }

    void add_as(const std::string& path, HeldState state) {
        HeldFile file{.path = path, .state = state};
        if (state == HeldState::ignored) file.ignored_as = path;
        add_times(file);
        content_.files.push_back(std::move(file));
    }

    GitView* git_;
    std::function<bool(std::string_view)> passes_over_;
    LookLimit& limit_;
    HeldContent content_;
};

bool matches(const std::string& pattern, const std::string& name) {
    // A leading dot is matched too: who looks at more than would go refuses at most too much.
    return fnmatch(pattern.c_str(), name.c_str(), FNM_CASEFOLD) == 0;
}

class Matching {
public:
    explicit Matching(LookLimit& limit) : limit_(limit) {}

    void go_on(const std::string& folder, std::span<const std::string> parts, std::size_t depth) {
        if (!found_.is_all_seen) return;
        if (parts.empty()) return add(folder);
        const std::string& part = parts.front();
        if (part == "**") return go_anywhere(folder, parts, depth);
        if (part.find_first_of("*?[\\") == std::string::npos) {
            if (sort_of(folder + "/" + part) != Sort::nothing) go_on(folder + "/" + part, parts.subspan(1), depth + 1);
            return;
        }
        for_each_entry(folder, depth, [&](const Entry& entry) {
            if (matches(part, entry.name)) go_on(folder + "/" + entry.name, parts.subspan(1), depth + 1);
        });
    }

    MatchedPlaces take() { return std::move(found_); }

private:
    void go_anywhere(const std::string& folder, std::span<const std::string> parts, std::size_t depth) {
        go_on(folder, parts.subspan(1), depth);
        for_each_entry(folder, depth, [&](const Entry& entry) {
            const bool is_taken =
                std::find(found_.places.begin(), found_.places.end(), folder + "/" + entry.name) != found_.places.end();
            if (entry.is_folder && entry.name != ".git" && !is_taken) {
                go_anywhere(folder + "/" + entry.name, parts, depth + 1);
            }
        });
    }

    template <class Visit>
    void for_each_entry(const std::string& folder, std::size_t depth, Visit&& visit) {
        std::error_code error;
        if (!fs::is_directory(folder, error)) return;  // a link in front is followed, as the shell does
        const auto entries = depth < deepest_folder ? entries_of(folder, limit_) : std::nullopt;
        if (!entries) {
            found_.is_all_seen = false;
            return;
        }
        for (const Entry& entry : *entries) visit(entry);
    }

    void add(const std::string& place) {
        if (std::find(found_.places.begin(), found_.places.end(), place) != found_.places.end()) return;
        if (found_.places.size() == most_matches) {
            found_.is_all_seen = false;
            return;
        }
        found_.places.push_back(place);
    }

    LookLimit& limit_;
    MatchedPlaces found_;
};

}  // namespace

std::vector<HeldContent> look_at_places(std::span<const std::string> places, const PassOver& passes_over,
                                        LookLimit& limit) {
    std::map<std::string, std::vector<std::string>> by_repository;
    std::vector<std::optional<std::string>> tops;
    for (const std::string& place : places) {
        tops.push_back(repository_above(place));
        if (tops.back()) by_repository[*tops.back()].push_back(place);
    }
    std::map<std::string, GitView> views;
    for (const auto& [top, below] : by_repository) views.try_emplace(top, top, below, limit.deadline);
    std::vector<HeldContent> contents;
    for (std::size_t i = 0; i < places.size(); ++i) {
        GitView* git = tops[i] ? &views.at(*tops[i]) : nullptr;
        const auto passes = [&, i](std::string_view folder) { return passes_over(i, folder); };
        contents.push_back(Walk(git, passes, limit).look(places[i]));
    }
    return contents;
}

MatchedPlaces places_matching(const fs::path& start, std::string_view pattern, LookLimit& limit) {
    std::vector<std::string> parts;
    for (const fs::path& part : fs::path(pattern)) {
        if (!part.empty() && part != "." && part != "/") parts.push_back(part.string());
    }
    Matching matching(limit);
    std::string folder = pattern.starts_with('/') ? std::string() : start.string();
    while (folder.ends_with('/')) folder.pop_back();
    matching.go_on(folder, parts, 0);
    return matching.take();
}

bool has_manifest(const fs::path& folder) {
    constexpr std::array<std::string_view, 22> manifests{
        "package.json",   "Cargo.toml",    "pyproject.toml", "setup.py", "setup.cfg",    "requirements.txt",
        "CMakeLists.txt", "Makefile",      "meson.build",    "pom.xml",  "build.gradle", "build.gradle.kts",
        "go.mod",         "composer.json", "Gemfile",        "mix.exs",  "pubspec.yaml", "Package.swift",
        "stack.yaml",     "deno.json",     "Podfile",        "build.sbt"};
    return std::any_of(manifests.begin(), manifests.end(),
                       [&](std::string_view name) { return sort_of((folder / name).string()) == Sort::file; });
}

}  // namespace hm
