#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "app/gate/load_gate_facts.h"
#include "engine/gate/protected_paths.h"
#include "store/files/files.h"
#include "store/files/git.h"
#include "store/files/project_files.h"
#include "store/queries/task.h"

namespace hm {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_script = 64 * 1024;
constexpr std::size_t most_scripts = 8;
constexpr std::size_t most_names = 2000;  // of a folder that a pattern is looked for in
constexpr int deepest = 3;

class Loading {
public:
    Loading(ShellJudgement& judgement, const OwnCommands& own, const fs::path& directory, Workspace& workspace)
        : judgement_(judgement), own_(own), directory_(directory), workspace_(workspace) {}

    Result<void> load(const std::vector<RunScript>& scripts, int depth) {
        for (const RunScript& script : scripts) {
            for (const RunScript& each : spread(script)) HM_TRY(load_one(each, depth));
        }
        return {};
    }

private:
    const fs::path& root() const { return workspace_.store.paths().root; }

    void refuse(const std::string& path, std::string_view why) {
        add_effect(judgement_, {ShellClass::unknown, path, fmt::format("the script {} {}", path, why)});
    }

    // The first that is there, as make looks for them.
    RunScript makefile(RunScript script) const {
        const fs::path named(script.path);
        if (named.filename() != "Makefile") return script;
        std::error_code error;
        for (const char* name : {"GNUmakefile", "makefile"}) {
            const fs::path other = named.parent_path() / name;
            if (!fs::is_regular_file(directory_ / other, error)) continue;
            script.path = other.string();
            break;
        }
        return script;
    }

    // npm takes the nearest package.json above, and runs its scripts there.
    RunScript package(RunScript script) const {
        const fs::path base = (directory_ / script.path).lexically_normal();
        std::error_code error;
        for (fs::path folder = base.parent_path();; folder = folder.parent_path()) {
            const fs::path relative = folder.lexically_relative(directory_);
            if (relative.empty() || (*folder.lexically_relative(root()).begin() == "..")) return script;
            if (!fs::is_regular_file(folder / "package.json", error)) continue;
            script.path = (relative / "package.json").lexically_normal().string();
            script.directory = relative == "." ? std::string() : relative.string();
            return script;
        }
    }

    // for t in tests/*.sh; do sh "$t"; done
    std::vector<RunScript> spread(const RunScript& script) const {
        if (script.language == "make") return {makefile(script)};
        if (script.language == "npm") return {package(script)};
        const fs::path path(script.path);
        const std::string pattern = path.filename().string();
        if (pattern.find_first_of("*?[") == std::string::npos) return {script};
        std::vector<RunScript> found;
        std::error_code error;
        std::size_t seen = 0;
        for (fs::directory_iterator it(directory_ / path.parent_path(), error), end; !error && it != end;
             it.increment(error)) {
            const std::string name = it->path().filename().string();
            if (++seen > most_names || found.size() > most_scripts) break;
            if (fnmatch(pattern.c_str(), name.c_str(), 0) != 0) continue;
            found.push_back({(path.parent_path() / name).string(), script.language, script.directory, {}});
        }
        return found;
    }

    // A link leads out of the project. What tools put there, such as venv/bin, may.
    bool is_spelt_inside(const std::string& path) const {
        const fs::path spelt = (directory_ / path).lexically_normal().lexically_relative(root());
        return !path.starts_with('~') && !spelt.empty() && *spelt.begin() != ".." && !is_made(spelt);
    }

    static bool is_made(const fs::path& path) {
        return std::any_of(path.begin(), path.end(),
                           [](const fs::path& part) { return is_made_folder(part.string()); });
    }

    Result<void> load_one(const RunScript& script, int depth) {
        const ResolvedPath place = resolve_path(root(), directory_, script.path);
        if (place.place != PathPlace::inside && is_spelt_inside(script.path))
            refuse(script.path, "leads outside the project");
        // What a protected file holds is not for a verdict's words.
        if (place.place != PathPlace::inside || is_protected_path(place.shown, CaseRules::insensitive)) return {};
        std::error_code error;
        const fs::path file = root() / place.shown;
        std::string key = place.shown;
        for (const std::string& asked : script.asked) key.append("\n").append(asked);
        if (!fs::is_regular_file(file, error) || !seen_.insert(std::move(key)).second) return {};
        HM_TRY_ASSIGN(const ScriptOrigin origin, origin_of(place.shown));
        const bool is_foreign = origin == ScriptOrigin::unknown;
        if (seen_.size() > most_scripts || depth > deepest) {
            if (is_foreign) refuse(place.shown, "is one of more than are looked at");
            return {};
        }
        if (fs::file_size(file, error) > largest_script || error) {
            HM_TRY_ASSIGN(const bool is_agents, is_changed_by_agent(connection(), place.shown));
            if (is_agents) refuse(place.shown, "is too long to be judged");
            return {};
        }
        std::string text(largest_script, '\0');
        std::ifstream in(file, std::ios::binary);
        in.read(text.data(), static_cast<std::streamsize>(text.size()));
        text.resize(static_cast<std::size_t>(in.gcount()));
        const RunScript read{place.shown, script.language, script.directory, script.asked};
        return load(take_in_script(judgement_, read, text, origin, own_), depth + 1);
    }

    Result<ScriptOrigin> origin_of(const std::string& path) {
        HM_TRY_ASSIGN(const bool is_agents, is_changed_by_agent(connection(), path));
        if (is_agents) return ScriptOrigin::unknown;
        // venv/bin/activate, node_modules/.bin/x
        return is_made(path) || is_kept_by_git(root(), path) ? ScriptOrigin::project : ScriptOrigin::unknown;
    }

    Connection& connection() { return workspace_.store.connection(); }

    ShellJudgement& judgement_;
    const OwnCommands& own_;
    const fs::path& directory_;
    Workspace& workspace_;
    std::set<std::string> seen_;
};

}  // namespace

Result<void> load_scripts(const std::vector<RunScript>& scripts, ShellJudgement& judgement, const OwnCommands& own,
                          const fs::path& directory, Workspace& workspace) {
    return Loading(judgement, own, directory, workspace).load(scripts, 1);
}

}  // namespace hm
