#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <unordered_set>

#include "store/files/files.h"
#include "store/files/git.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_git_bytes = 1U << 20U;
constexpr std::size_t most_matches = 1000;
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
std::optional<std::string> repository_above(const std::string& place, LookFor look_for = LookFor::all) {
    std::string folder = place;
    // Of a repository itself the changes are its own.
    if (look_for == LookFor::changes && sort_of(folder + "/.git") != Sort::nothing) return folder;
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

    bool is_as_in_index(const std::string& path) const { return as_in_index_.contains(path); }

    // Of the place and what lies below it, by name.
    std::vector<std::pair<std::string, HeldState>> states_below(const std::string& place) const {
        std::vector<std::pair<std::string, HeldState>> found;
        for (const auto& [path, state] : states_) {
            if (path == place || path.starts_with(place + "/")) found.emplace_back(path, state);
        }
        return found;
    }

private:
    std::optional<std::string> ask(std::vector<std::string> words) const {
        // A monitor of file changes is a program that the repository's settings name.
        std::vector<std::string> all{"git", "-C", top_, "--literal-pathspecs", "-c", "core.fsmonitor=false"};
        all.insert(all.end(), words.begin(), words.end());
        all.emplace_back("--");
        for (const std::string& place : places_) {
            all.push_back(place == top_ ? "." : place.substr(top_.size() + (top_ == "/" ? 0 : 1)));
        }
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
                states_.insert_or_assign(absolute(path), state_named(code));
                if (code[1] == ' ') as_in_index_.insert(absolute(path));
            }
        });
        return true;
    }

    // The first letter is of the index against the last commit, the second of the working tree against the index.
    static HeldState state_named(std::string_view code) {
        if (code == "!!") return HeldState::ignored;
        if (code == "??") return HeldState::untracked;
        if (code[0] == 'A' && code[1] != 'A' && code[1] != 'U') return HeldState::added;
        return code[0] == ' ' ? HeldState::modified : HeldState::staged;
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
    std::map<std::string, HeldState> states_;
    std::unordered_set<std::string> as_in_index_;
    std::vector<std::string> ignored_folders_;
    std::optional<std::unordered_set<std::string>> tracked_;
};

// Walks one place.
class Walk {
public:
    Walk(GitView* git, LookFor look_for, std::function<bool(std::string_view)> passes_over, LookLimit& limit)
        : git_(git), look_for_(look_for), passes_over_(std::move(passes_over)), limit_(limit) {}

    HeldContent look(const std::string& place) {
        if (git_ != nullptr && !git_->is_known()) {
            content_.is_all_seen = false;
            return std::move(content_);
        }
        const Sort sort = sort_of(place);
        if (look_for_ == LookFor::changes) {
            if (git_ != nullptr) look_at_changes(place);
        } else if (sort == Sort::folder) {
            look_into(place, 0);
        } else if (sort == Sort::file) {
            add(place);
        }
        if (git_ != nullptr && !git_->is_known()) content_.is_all_seen = false;
        return std::move(content_);
    }

private:
    // What is no longer there is brought back, not lost.
    void look_at_changes(const std::string& place) {
        for (const auto& [path, state] : git_->states_below(place)) {
            if (!takes_one(limit_)) {
                content_.is_all_seen = false;
                return;
            }
            if (sort_of(path) == Sort::file) add_as(path, state);
        }
    }

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
        file.is_as_in_index = git_ != nullptr && git_->is_as_in_index(path);
        add_times(file);
        content_.files.push_back(std::move(file));
    }

    GitView* git_;
    LookFor look_for_;
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

std::vector<HeldContent> look_at_places(std::span<const LookedPlace> places, const PassOver& passes_over,
                                        LookLimit& limit) {
    std::map<std::string, std::vector<std::string>> by_repository;
    std::vector<std::optional<std::string>> tops;
    for (const LookedPlace& place : places) {
        tops.push_back(repository_above(place.path, place.look_for));
        if (tops.back()) by_repository[*tops.back()].push_back(place.path);
    }
    std::map<std::string, GitView> views;
    for (const auto& [top, below] : by_repository) views.try_emplace(top, top, below, limit.deadline);
    std::vector<HeldContent> contents;
    for (std::size_t i = 0; i < places.size(); ++i) {
        GitView* git = tops[i] ? &views.at(*tops[i]) : nullptr;
        const auto passes = [&, i](std::string_view folder) { return passes_over(i, folder); };
        contents.push_back(Walk(git, places[i].look_for, passes, limit).look(places[i].path));
    }
    return contents;
}

namespace {

// "ctime: 1700000000:123456789"
std::optional<Time> ctime_in(std::string_view text) {
    constexpr std::string_view mark = "ctime: ";
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(at + mark.size());
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    const auto whole = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (whole.ec != std::errc() || whole.ptr == text.data() + text.size() || *whole.ptr != ':') return std::nullopt;
    const auto rest = std::from_chars(whole.ptr + 1, text.data() + text.size(), nanoseconds);
    if (rest.ec != std::errc()) return std::nullopt;
    return Time{seconds * 1000 + nanoseconds / 1'000'000};
}

}  // namespace

void add_index_times(std::span<HeldContent> contents, LookLimit& limit) {
    std::map<std::string, std::map<std::string, std::vector<HeldFile*>>> by_repository;
    for (HeldContent& content : contents) {
        for (HeldFile& file : content.files) {
            if (file.state != HeldState::modified) continue;
            if (const auto top = repository_above(file.path)) {
                by_repository[*top][file.path.substr(*top == "/" ? 1 : top->size() + 1)].push_back(&file);
            }
        }
    }
    for (auto& [top, files] : by_repository) {
        std::vector<std::string> words{"git", "-C", top, "--literal-pathspecs", "ls-files", "-z", "--debug", "--"};
        for (const auto& [path, each] : files) words.push_back(path);
        const auto printed = run_git(std::move(words), most_git_bytes, limit.deadline);
        if (!printed || printed->is_cut || printed->exit_code != 0) continue;
        // A name and its end, then lines of which each begins with two blanks.
        std::string_view out = printed->out;
        for (std::size_t end = out.find('\0'); end != std::string_view::npos; end = out.find('\0')) {
            const auto found = files.find(std::string(out.substr(0, end)));
            out.remove_prefix(end + 1);
            std::size_t lines = 0;
            while (out.substr(lines).starts_with("  ")) lines = std::min(out.find('\n', lines), out.size() - 1) + 1;
            const auto time = ctime_in(out.substr(0, lines));
            out.remove_prefix(lines);
            if (found == files.end() || !time) continue;
            for (HeldFile* file : found->second) file->indexed_at = *time;
        }
    }
}

bool would_be_ignored(const std::string& path, LookLimit& limit) {
    const auto top = repository_above(path);
    if (!top) return true;
    const auto printed = run_git({"git", "-C", *top, "check-ignore", "-q", "--", path}, 64, limit.deadline);
    return !printed || printed->is_cut || printed->exit_code != 1;
}

Time birth_of(const std::string& path) {
    HeldFile file{.path = path};
    add_times(file);
    return file.born_at;
}

bool holds_machine_code(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return false;
    std::array<char, 8> head{};
    const ssize_t got = read(file, head.data(), head.size());
    close(file);
    const std::string_view begin(head.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
    // ELF, archives of objects, WebAssembly, Mach-O of both widths and of several processors, Java.
    using namespace std::string_view_literals;
    constexpr std::array starts{
        "\x7f"
        "ELF"sv,
        "!<arch>\n"sv,
        "\0asm"sv,
        "\xcf\xfa\xed\xfe"sv,
        "\xce\xfa\xed\xfe"sv,
        "\xca\xfe\xba\xbe"sv};
    return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return begin.starts_with(start); });
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
