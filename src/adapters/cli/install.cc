// install: puts this program, its completions and its manual page under a prefix, and takes them away again.
// Shows every file first and asks.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>

#include "adapters/cli/confirm.h"
#include "adapters/cli/exit_codes.h"
#include "adapters/cli/installation.h"
#include "adapters/cli/procedures.h"

namespace hm::cli {
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

Result<int> run(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Install input, decode_as<Install>(values, "install"));
    HM_TRY_ASSIGN(const fs::path prefix, prefix_of(input, environment));
    return input.uninstall ? uninstall(input, prefix, wants_json, environment)
                           : install(input, prefix, wants_json, environment);
}

}  // namespace

Procedure install_procedure() {
    return {"install", "Install this program with its completions and manual page, or remove them again.",
            "",        &shape_of<Install>,
            run,       Access::person};
}

}  // namespace hm::cli
