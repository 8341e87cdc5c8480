// init: makes a directory a project, and wires a client to it when asked. Says what it makes; shows what it
// would change in other people's files and asks first.
#include <fmt/format.h>

#include "adapters/cli/confirm.h"
#include "adapters/cli/exit_codes.h"
#include "adapters/cli/procedures.h"
#include "adapters/opencode/wiring.h"
#include "app/bus.h"
#include "app/project.h"
#include "base/codec.h"

namespace hm::cli {
namespace {

HM_ENUM(WiredClient, opencode)

struct Init {
    std::optional<WiredClient> client;
    std::optional<GateMode> mode;
    bool yes = false;
    bool dry_run = false;

    static constexpr void fields(auto&& visit) {
        visit(field("client", &Init::client, "Wire this client to the project."));
        visit(field("mode", &Init::mode, "strict blocks, assisted advises, permissive records."));
        visit(field("yes", &Init::yes, "Make the shown changes without asking."));
        visit(field("dry_run", &Init::dry_run, "Only show what would be made."));
    }
};

constexpr std::string_view ignore_everything =
    "# Git leaves this directory alone: the store belongs to this machine.\n"
    "# To keep the records in git, export them to a directory outside of it.\n"
    "*\n";

// .hivemind keeps itself out of git, so the project's own ignore file stays as it is. True when that is new.
Result<bool> keep_out_of_git(const std::filesystem::path& directory) {
    HM_TRY_ASSIGN(std::optional<std::string> before, read_whole_file(directory / ".gitignore"));
    if (before) return false;
    HM_TRY(replace_file(directory / ".gitignore", ignore_everything, std::filesystem::perms(0600)));
    return true;
}

// Only where it matters to somebody: outside of a checkout the ignore file has no effect.
bool is_in_git(std::filesystem::path directory) {
    std::error_code error;
    while (!std::filesystem::exists(directory / ".git", error)) {
        if (!directory.has_relative_path()) return false;
        directory = directory.parent_path();
    }
    return true;
}

constexpr std::string_view about_git =
    ".hivemind/.gitignore with `*`: git leaves .hivemind alone.\n"
    "  To keep the records in git, export them to a directory outside of .hivemind.\n";

Result<int> wire(const Init& input, const std::filesystem::path& root, const Settings& settings,
                 Environment& environment) {
    HM_TRY_ASSIGN(const auto changes, opencode::plan_wiring(root, environment.program, effective_fail(settings)));
    bool is_done = true;
    for (const FileChange& change : changes) {
        is_done = is_done && change.before == change.after;
        environment.out(show_change(change, root));
    }
    if (is_done || input.dry_run) return success;
    if (const auto ended = ended_without_consent(input.yes, "Make these changes?", environment)) return *ended;
    for (const FileChange& change : changes) HM_TRY(make_change(change, root / ".hivemind" / "backups"));
    environment.out("OpenCode is wired. Start it in this directory.\n");
    return success;
}

Result<void> set_mode(GateMode mode, Project& project, Environment& environment) {
    Workspace workspace = project.workspace();
    const json::object input{{"key", "mode"}, {"value", name_of(mode)}};
    HM_TRY(execute(*find_command("config set"), {input, {.kind = environment.who_typed()}}, workspace));
    return {};
}

Result<int> only_show(const Init& input, Environment& environment) {
    Settings settings;
    settings.mode = input.mode.value_or(settings.mode);
    environment.out(fmt::format("would make {}/.hivemind with its store (mode {})\n", environment.directory.string(),
                                name_of(settings.mode)));
    if (is_in_git(environment.directory)) environment.out(fmt::format("would write {}", about_git));
    return input.client ? wire(input, environment.directory, settings, environment) : success;
}

// A dry run makes nothing, not even what an earlier init left out.
Result<Project> project_for(const Init& input, Environment& environment) {
    if (!input.dry_run) return Project::create(environment.directory, environment.clock, environment.ids);
    return Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(seconds(5)));
}

Result<int> run(const json::object& values, bool, Environment& environment) {
    HM_TRY_ASSIGN(const Init input, decode_as<Init>(values, "init"));
    const bool was_project = is_project(environment.directory);
    if (input.dry_run && !was_project) return only_show(input, environment);
    HM_TRY_ASSIGN(Project project, project_for(input, environment));
    bool is_newly_ignored = false;
    if (!input.dry_run) {
        HM_TRY_ASSIGN(is_newly_ignored, keep_out_of_git(project.root() / ".hivemind"));
    }
    if (input.mode && !input.dry_run) HM_TRY(set_mode(*input.mode, project, environment));
    HM_TRY_ASSIGN(const Settings settings, project.settings());
    environment.out(fmt::format("{} {}/.hivemind (mode {})\n", was_project ? "found" : "made", project.root().string(),
                                name_of(settings.mode)));
    if (is_newly_ignored && is_in_git(project.root())) environment.out(fmt::format("wrote {}", about_git));
    return input.client ? wire(input, project.root(), settings, environment) : success;
}

}  // namespace

Procedure init_procedure() {
    return {"init", "Make this directory a project, and wire a client to it.", "", &shape_of<Init>, run};
}

}  // namespace hm::cli
