// hivemind install: the program, its completions and its manual page where a user's shell finds them.
#include "adapters/cli/install.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>

#include "adapters/cli/confirm.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/procedures.h"

namespace hm::cli {

// install: puts this program, its completions and its manual page under a prefix, and takes them away again.
// Shows every file first and asks.

namespace {

namespace fs = std::filesystem;

struct Install {
    std::optional<Text<1, 1000>> prefix;
    bool uninstall = false;
    bool yes = false;
    bool dry_run = false;

    static constexpr void fields(auto&& visit) {
        visit(field("prefix", &Install::prefix, "Where to; /usr/local when it is writable, else ~/.local."));
        visit(field("uninstall", &Install::uninstall, "Remove what was installed there and is unchanged."));
        visit(field("yes", &Install::yes, "Do it without asking."));
        visit(field("dry_run", &Install::dry_run, "Only show what would be written or removed."));
    }
};

bool is_writable(const fs::path& path) {
    return access(path.c_str(), W_OK) == 0;
}

// The directory itself, or the nearest one above that is there.
fs::path nearest_directory(fs::path path) {
    std::error_code error;
    while (!fs::exists(path, error) && path.has_relative_path()) path = path.parent_path();
    return path;
}

bool is_installed_in(const fs::path& prefix) {
    std::error_code error;
    return fs::exists(prefix / manifest_path, error);
}

Result<fs::path> prefix_of(const Install& input, const Environment& environment) {
    if (input.prefix) {
        fs::path prefix = (environment.directory / input.prefix->str()).lexically_normal();
        return prefix.has_filename() ? prefix : prefix.parent_path();
    }
    const fs::path system = "/usr/local";
    const char* home = std::getenv("HOME");
    const bool has_home = home != nullptr && fs::path(home).is_absolute();
    const fs::path own = has_home ? fs::path(home) / ".local" : fs::path();
    if (input.uninstall && !is_installed_in(system) && has_home) return own;
    if (is_writable(nearest_directory(system / "bin")) && is_writable(nearest_directory(system / "share"))) {
        return system;
    }
    if (has_home) return own;
    return fail(ErrorCode::invalid_input, "No place to install to: /usr/local is not writable and HOME is not set.",
                "Name a directory with --prefix.");
}

Result<void> check_plan(const InstallPlan& plan) {
    Error taken{ErrorCode::conflict, "Files are in the way that this program did not install, or that were changed.",
                "Move them away, or choose another place with --prefix.",
                "What belongs to others is not written over."};
    for (const PlannedFile& file : plan.states) {
        const fs::path path = plan.prefix / file.path;
        if (file.state == FileState::foreign) taken.evidence.push_back(path.string());
        const fs::path above = nearest_directory(path.parent_path());
        if (file.state == FileState::current || is_writable(above)) continue;
        return fail(ErrorCode::io, fmt::format("{} is not writable.", above.string()),
                    "Choose another place with --prefix, or run it as somebody who may write there.");
    }
    if (!taken.evidence.empty()) return fail(std::move(taken));
    return {};
}

struct Line {
    std::string_view act;
    std::string path;
};

std::string_view act_of(FileState state) {
    switch (state) {
        case FileState::missing: return "write";
        case FileState::current: return "unchanged";
        case FileState::older: return "replace";
        case FileState::foreign: return "keep";
    }
    return {};
}

void print(const std::vector<Line>& lines, const fs::path& prefix, std::string_view installed, bool wants_json,
           Environment& environment) {
    if (wants_json) {
        json::array files;
        for (const Line& line : lines) files.push_back(json::object{{"path", line.path}, {"act", line.act}});
        environment.out(to_text(json::object{{"prefix", prefix.string()}, {"files", files}}) + "\n");
        return;
    }
    const bool is_another = !installed.empty() && installed != HIVEMIND_VERSION;
    environment.out(fmt::format("HiveMind {} in {}{}\n", HIVEMIND_VERSION, prefix.string(),
                                is_another ? fmt::format(", where {} is installed", installed) : ""));
    for (const Line& line : lines) environment.out(fmt::format("  {:<10} {}\n", line.act, line.path));
}

bool is_on_path(const fs::path& directory) {
    const char* path = std::getenv("PATH");
    const std::string all = fmt::format(":{}:", path == nullptr ? "" : path);
    return all.find(fmt::format(":{}:", directory.string())) != std::string::npos;
}

void say_what_is_left(const fs::path& prefix, Environment& environment) {
    environment.err(
        "Installed. Projects that another copy wired keep that one until `hivemind init --client` there.\n");
    if (!is_on_path(prefix / "bin")) environment.err(fmt::format("Add {}/bin to your PATH.\n", prefix.string()));
    if (prefix != "/usr/local" && prefix != "/usr") {
        environment.err(
            fmt::format("For zsh, before compinit: fpath+=({}/share/zsh/site-functions)\n", prefix.string()));
    }
}

Result<int> install(const Install& input, const fs::path& prefix, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(auto files, files_to_install(environment.program));
    HM_TRY_ASSIGN(const InstallPlan plan, plan_install(prefix, std::move(files)));
    HM_TRY(check_plan(plan));
    std::vector<Line> lines;
    for (const PlannedFile& file : plan.states) lines.push_back({act_of(file.state), (prefix / file.path).string()});
    for (const PlannedFile& file : plan.obsolete) lines.push_back({"remove", (prefix / file.path).string()});
    const bool is_whole =
        plan.obsolete.empty() && std::all_of(plan.states.begin(), plan.states.end(),
                                             [](const PlannedFile& file) { return file.state == FileState::current; });
    lines.push_back({plan.before.files.empty() ? "write"
                     : is_whole                ? "unchanged"
                                               : "replace",
                     (prefix / manifest_path).string()});
    print(lines, prefix, plan.before.version.view(), wants_json, environment);
    if (is_whole && !plan.before.files.empty()) return success;
    if (input.dry_run) return success;
    if (const auto ended = ended_without_consent(input.yes, "Write these files?", environment)) return *ended;
    HM_TRY(carry_out(plan));
    say_what_is_left(prefix, environment);
    return success;
}

Result<int> uninstall(const Install& input, const fs::path& prefix, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const auto files, plan_uninstall(prefix));
    std::vector<Line> lines;
    for (const PlannedFile& file : files) {
        const std::string_view act = file.state == FileState::current   ? "remove"
                                     : file.state == FileState::missing ? "gone"
                                                                        : "keep";
        lines.push_back({act, (prefix / file.path).string()});
    }
    lines.push_back({"remove", (prefix / manifest_path).string()});
    print(lines, prefix, {}, wants_json, environment);
    if (input.dry_run) return success;
    if (const auto ended = ended_without_consent(input.yes, "Remove these files?", environment)) return *ended;
    HM_TRY(carry_out_uninstall(prefix, files));
    const bool has_kept = std::any_of(files.begin(), files.end(),
                                      [](const PlannedFile& file) { return file.state == FileState::foreign; });
    environment.err(has_kept ? "Removed. What was changed since it was installed was kept.\n" : "Removed.\n");
    return success;
}

Result<int> run_install(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Install input, decode_as<Install>(values, "install"));
    HM_TRY_ASSIGN(const fs::path prefix, prefix_of(input, environment));
    return input.uninstall ? uninstall(input, prefix, wants_json, environment)
                           : install(input, prefix, wants_json, environment);
}

}  // namespace

Procedure install_procedure() {
    return {"install",   "Install this program with its completions and manual page, or remove them again.",
            "",          &shape_of<Install>,
            run_install, Access::person};
}

}  // namespace hm::cli

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "adapters/cli/help.h"
#include "adapters/wiring/file_changes.h"

namespace hm::cli {

namespace {

namespace fs = std::filesystem;

constexpr fs::perms for_all_to_read = fs::perms(0644);
constexpr fs::perms for_all_to_run = fs::perms(0755);

template <class T>
T text_of(std::string_view text) {
    auto made = T::make(std::string(text));
    HM_ASSERT(made.has_value());
    return std::move(*made);
}

Text<1, 64> hash_of(std::string_view content) {
    const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
    return text_of<Text<1, 64>>(fmt::format("{:016x}{:016x}", hash.high64, hash.low64));
}

// Of any size, which read_whole_file is not: the program itself is among them.
Result<std::string> read_installed(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in || text.view().empty()) {
        return fail(ErrorCode::io, fmt::format("Cannot read {}.", path.string()), "Check its permissions.");
    }
    return std::move(text).str();
}

// Nothing when there is no ordinary file at that place; a link is not one, wherever it leads.
Result<std::optional<std::string>> hash_at(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(path, error))) return std::nullopt;
    HM_TRY_ASSIGN(const std::string content, read_installed(path));
    return hash_of(content).str();
}

bool is_something_at(const fs::path& path) {
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error));
}

const InstalledFile* find_file(const Manifest& manifest, std::string_view path) {
    const auto found = std::find_if(manifest.files.begin(), manifest.files.end(),
                                    [&](const InstalledFile& file) { return file.path.view() == path; });
    return found == manifest.files.end() ? nullptr : &*found;
}

bool has_hash(const InstalledFile& file, const std::string& hash) {
    return std::any_of(file.hashes.begin(), file.hashes.end(), [&](const auto& each) { return each.view() == hash; });
}

// A manifest is a file like any other: it must not lead out of the prefix.
bool stays_below(std::string_view path) {
    const fs::path parts(path);
    return parts.is_relative() && std::none_of(parts.begin(), parts.end(), [](const fs::path& p) { return p == ".."; });
}

Result<std::optional<Manifest>> read_manifest(const fs::path& prefix) {
    HM_TRY_ASSIGN(const auto text, read_whole_file(prefix / manifest_path));
    if (!text) return std::nullopt;
    const std::string name = (prefix / manifest_path).string();
    HM_TRY_ASSIGN(const json::value value, parse_json(*text));
    HM_TRY_ASSIGN(Manifest manifest, decode_as<Manifest>(value, name));
    const auto leads_out = [](const auto& path) { return !stays_below(path.view()); };
    const bool is_spoilt = std::any_of(manifest.directories.begin(), manifest.directories.end(), leads_out) ||
                           std::any_of(manifest.files.begin(), manifest.files.end(),
                                       [&](const auto& file) { return leads_out(file.path); });
    if (is_spoilt) {
        return fail(ErrorCode::invalid_input, fmt::format("{} names a file outside of its prefix.", name),
                    "It was changed by hand. Remove the files it should name yourself.");
    }
    return manifest;
}

Result<void> write_manifest(const fs::path& prefix, const Manifest& manifest) {
    return replace_file(prefix / manifest_path, to_text(encode(manifest)) + "\n", for_all_to_read);
}

// The directories below the prefix that a file needs and that are not there, outer ones first.
void add_missing_directories(const fs::path& prefix, const fs::path& file, std::vector<InstalledPath>& directories) {
    std::error_code error;
    fs::path below;
    for (const fs::path& part : file.parent_path()) {
        below /= part;
        const auto name = text_of<InstalledPath>(below.generic_string());
        const bool is_listed = std::any_of(directories.begin(), directories.end(),
                                           [&](const auto& each) { return each.view() == name.view(); });
        if (!is_listed && !fs::exists(prefix / below, error)) directories.push_back(name);
    }
}

// Before the first file is written: what is there now counts as ours as well as what will be.
Manifest manifest_while_writing(const InstallPlan& plan) {
    Manifest manifest = plan.before;
    manifest.version = text_of<Text<1, 60>>(HIVEMIND_VERSION);
    for (const NewFile& file : plan.files) {
        if (find_file(manifest, file.path) == nullptr) {
            manifest.files.push_back({text_of<InstalledPath>(file.path), {}});
        }
        for (InstalledFile& each : manifest.files) {
            const auto hash = hash_of(file.content);
            if (each.path.view() == file.path && !has_hash(each, hash.str())) each.hashes.push_back(hash);
        }
        add_missing_directories(plan.prefix, file.path, manifest.directories);
    }
    add_missing_directories(plan.prefix, manifest_path, manifest.directories);
    return manifest;
}

}  // namespace

Result<std::vector<NewFile>> files_to_install(const fs::path& program) {
    HM_TRY_ASSIGN(std::string binary, read_installed(program));
    const std::vector<Entry> entries = all_entries();
    return std::vector<NewFile>{
        {"bin/hivemind", std::move(binary), for_all_to_run},
        {"share/bash-completion/completions/hivemind", bash_completion(entries), for_all_to_read},
        {"share/zsh/site-functions/_hivemind", zsh_completion(entries), for_all_to_read},
        {"share/fish/vendor_completions.d/hivemind.fish", fish_completion(entries), for_all_to_read},
        {"share/man/man1/hivemind.1", man_page(entries), for_all_to_read},
    };
}

Result<InstallPlan> plan_install(const fs::path& prefix, std::vector<NewFile> files) {
    InstallPlan plan{.prefix = prefix, .files = std::move(files)};
    HM_TRY_ASSIGN(auto before, read_manifest(prefix));
    if (before) plan.before = std::move(*before);
    for (const NewFile& file : plan.files) {
        PlannedFile planned{file.path};
        HM_TRY_ASSIGN(const auto hash, hash_at(prefix / file.path));
        const InstalledFile* known = find_file(plan.before, file.path);
        if (hash && *hash == hash_of(file.content).view()) {
            planned.state = FileState::current;
        } else if (is_something_at(prefix / file.path)) {
            planned.state = hash && known != nullptr && has_hash(*known, *hash) ? FileState::older : FileState::foreign;
        }
        plan.states.push_back(std::move(planned));
    }
    for (const InstalledFile& file : plan.before.files) {
        const bool is_wanted = std::any_of(plan.files.begin(), plan.files.end(),
                                           [&](const NewFile& wanted) { return wanted.path == file.path.view(); });
        HM_TRY_ASSIGN(const auto hash, hash_at(prefix / file.path.view()));
        if (!is_wanted && hash && has_hash(file, *hash)) plan.obsolete.push_back({file.path.str(), FileState::current});
    }
    return plan;
}

Result<void> carry_out(const InstallPlan& plan) {
    Manifest manifest = manifest_while_writing(plan);
    HM_TRY(write_manifest(plan.prefix, manifest));
    for (std::size_t i = 0; i < plan.files.size(); ++i) {
        const NewFile& file = plan.files[i];
        if (plan.states[i].state == FileState::current) continue;
        HM_TRY(replace_file(plan.prefix / file.path, file.content, file.permissions));
    }
    remove_unfinished(plan.prefix / manifest_path);
    for (const NewFile& file : plan.files) remove_unfinished(plan.prefix / file.path);
    std::error_code ignored;
    for (const PlannedFile& file : plan.obsolete) fs::remove(plan.prefix / file.path, ignored);
    manifest.files.clear();
    for (const NewFile& file : plan.files) {
        manifest.files.push_back({text_of<InstalledPath>(file.path), {hash_of(file.content)}});
    }
    return write_manifest(plan.prefix, manifest);
}

Result<std::vector<PlannedFile>> plan_uninstall(const fs::path& prefix) {
    HM_TRY_ASSIGN(const auto manifest, read_manifest(prefix));
    if (!manifest) {
        return fail(ErrorCode::not_found, fmt::format("Nothing is installed in {}.", prefix.string()),
                    "Name the prefix it was installed in with --prefix.",
                    fmt::format("There is no {}.", (prefix / manifest_path).string()));
    }
    std::vector<PlannedFile> planned;
    for (const InstalledFile& file : manifest->files) {
        const fs::path path = prefix / file.path.view();
        HM_TRY_ASSIGN(const auto hash, hash_at(path));
        const FileState state = hash && has_hash(file, *hash) ? FileState::current
                                : is_something_at(path)       ? FileState::foreign
                                                              : FileState::missing;
        planned.push_back({file.path.str(), state});
    }
    return planned;
}

Result<void> carry_out_uninstall(const fs::path& prefix, const std::vector<PlannedFile>& files) {
    HM_TRY_ASSIGN(auto manifest, read_manifest(prefix));
    std::error_code error;
    remove_unfinished(prefix / manifest_path);
    for (const PlannedFile& file : files) {
        remove_unfinished(prefix / file.path);
        if (file.state != FileState::current) continue;
        fs::remove(prefix / file.path, error);
        if (error) {
            return fail(ErrorCode::io, fmt::format("Cannot remove {}: {}.", file.path, error.message()),
                        "Run it again as somebody who may.");
        }
    }
    fs::remove(prefix / manifest_path, error);
    if (!manifest) return {};
    std::reverse(manifest->directories.begin(), manifest->directories.end());
    // One that others use too is not empty and stays.
    for (const InstalledPath& directory : manifest->directories) fs::remove(prefix / directory.view(), error);
    return {};
}

}  // namespace hm::cli
