#include "app/gate/other_project.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/project/outside_changes.h"
#include "app/project/project.h"
#include "domain/texts.h"
#include "engine/gate/protected_paths.h"
#include "store/files/files.h"
#include "store/files/git.h"
#include "store/files/trust.h"
#include "store/project/lost_store.h"
#include "store/queries/settings.h"
#include "store/sqlite/connection.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr Duration open_deadline = milliseconds(100);

// Read as it is: a project that is only written into from outside is not brought up to date on the way.
Result<GateMode> read_mode(const ProjectPaths& paths, Time now) {
    if (!has_store(paths)) return fail(lost_store(paths));
    HM_TRY_ASSIGN(const auto connection,
                  Connection::open(paths.database.string(), OpenMode::existing, Deadline::in(open_deadline)));
    BadRows bad;
    HM_TRY_ASSIGN(const Settings settings, load_settings(*connection, bad));
    return effective_mode(settings, now);
}

// What a store that came from elsewhere says of its mode does not count.
GateMode mode_of(const ProjectPaths& paths, Time now) {
    auto record = find_trust(paths.database);
    const bool is_foreign = has_store(paths) && (!record || !check_log(paths.database, *record));
    if (is_foreign) return is_marked_closed(paths.root) ? GateMode::strict : GateMode::assisted;
    const auto mode = read_mode(paths, now);
    if (mode) return *mode;
    return is_marked_closed(paths.root) ? GateMode::strict : GateMode::permissive;
}

bool is_protected_in(const fs::path& root, const std::string& path) {
    const CaseRules rules = tells_case_apart(root) ? CaseRules::sensitive : CaseRules::insensitive;
    return is_protected_path(path, rules) || is_also_protected(root, path);
}

bool is_destructive(const ShellJudgement& shell) {
    return std::ranges::any_of(shell.effects,
                               [](const ShellEffect& effect) { return effect.shell_class == ShellClass::destructive; });
}

bool may_write(const ShellJudgement& shell, std::string_view command) {
    const ShellClass worst = shell.worst.shell_class;
    return command.find('>') != std::string_view::npos || (worst != ShellClass::read && worst != ShellClass::git_read);
}

bool is_temporary(const fs::path& path) {
    const std::string_view text = path.native();
    return text.starts_with("/tmp/") || text.starts_with("/var/tmp/") || text.starts_with("/dev/shm/");
}

struct Target {
    fs::path path;
    bool is_taken_whole = false;  // a folder goes with what is in it
};

std::vector<std::string> words_of(std::string_view command) {
    constexpr std::string_view between = " \t\r\n;|&()<>=\"'`";
    constexpr std::size_t most_words = 300;
    std::vector<std::string> words;
    for (std::size_t at = 0; words.size() < most_words;) {
        const std::size_t begin = command.find_first_not_of(between, at);
        if (begin == std::string_view::npos) break;
        at = std::min(command.find_first_of(between, begin), command.size());
        words.emplace_back(command.substr(begin, at - begin));
    }
    return words;
}

// Whatever the text names, from every directory it goes to.
std::vector<Target> named_in(std::string_view command, const fs::path& directory, std::string_view home) {
    constexpr std::size_t most_bases = 8;
    std::vector<fs::path> bases{directory};
    std::vector<Target> targets;
    bool is_base = false;
    for (const std::string& word : words_of(command)) {
        if (std::exchange(is_base, word == "cd" || word == "pushd" || word == "-C")) {
            if (bases.size() < most_bases) bases.push_back(absolute_path(word, bases.back(), home));
            continue;
        }
        if (word.starts_with('-')) continue;
        for (const fs::path& base : bases) targets.push_back({absolute_path(word, base, home), true});
    }
    return targets;
}

std::vector<Target> targets_of(const ToolUse& use, const fs::path& directory, std::string_view home) {
    std::optional<ShellJudgement> shell;
    if (use.kind == ToolKind::shell) shell = judge_shell(use.command, {});
    if (use.kind != ToolKind::write && !shell) return {};
    std::vector<Target> targets;
    const std::vector<std::string>& given = shell ? shell->writes : use.paths;
    for (const std::string& each : std::span(given).first(std::min(given.size(), most_judged_paths))) {
        targets.push_back({absolute_path(each, directory, home), false});
    }
    if (!shell || !may_write(*shell, use.command)) return targets;
    // The judgement does not list what a destructive command takes, nor what is written in the system's temporary
    // folders; a project may lie there.
    const bool takes_all = is_destructive(*shell);
    for (Target& named : named_in(use.command, directory, home)) {
        if (takes_all || is_temporary(named.path)) targets.push_back(std::move(named));
    }
    return targets;
}

Error refusal(const GuardedPath& guarded, std::string_view tool) {
    return {ErrorCode::refused,
            fmt::format("`{}` would change {} in the HiveMind project {}.", tool, guarded.path, guarded.root.string()),
            "Leave this path alone, or start the client in that project and ask the person there.",
            "Protected paths of a project (HiveMind's own files, git's, secrets and the clients' settings) are also "
            "protected from sessions that were started outside it.",
            {fmt::format("The project's mode is {}; this session belongs to no project.", name_of(guarded.mode))}};
}

}  // namespace

fs::path absolute_path(std::string_view given, const fs::path& directory, std::string_view home) {
    std::string spelt(given);
    if (spelt == "~" || spelt.starts_with("~/")) spelt = std::string(home) + spelt.substr(1);
    return fs::path("/") / resolve_path("/", directory, spelt).shown;
}

std::optional<GuardedPath> guarded_elsewhere(const fs::path& path, const fs::path& own, Time now) {
    auto project = locate_project(path);
    // A store may lie in a bare repository, around which there is no checkout.
    if (const fs::path store = store_around(path); !project && !store.empty()) {
        project = paths_with_store(store.parent_path(), store);
    }
    if (!project) return std::nullopt;
    const bool is_own =
        project->root == own || (!own.empty() && project_identity(project->root) == project_identity(own));
    if (is_own) return std::nullopt;
    const GateMode mode = mode_of(*project, now);
    if (mode == GateMode::permissive) return std::nullopt;
    return GuardedPath{project->root, resolve_path(project->root, project->root, path.native()).shown, mode};
}

std::optional<Error> refuse_from_outside(const ToolUse& use, const fs::path& directory, std::string_view home,
                                         Time now) {
    for (const auto& [path, is_taken_whole] : targets_of(use, directory, home)) {
        const auto project = locate_project(path);
        if (!project && store_around(path).empty()) continue;
        if (project) {
            const std::string inside = resolve_path(project->root, project->root, path.native()).shown;
            // Removing the project's folder removes what is protected in it.
            const bool is_protected = inside == "." ? is_taken_whole : is_protected_in(project->root, inside);
            if (!is_protected) continue;
        }
        if (const auto guarded = guarded_elsewhere(path, {}, now)) return refusal(*guarded, use.tool);
    }
    return std::nullopt;
}

}  // namespace hm
