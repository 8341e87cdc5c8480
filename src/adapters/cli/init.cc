// init: makes a directory a project, and wires a client to it when asked. Says what it makes; shows what it
// would change in other people's files and asks first.
#include <fmt/format.h>

#include "adapters/cli/care.h"
#include "adapters/cli/confirm.h"
#include "adapters/cli/entries.h"
#include "adapters/cli/environment.h"
#include "adapters/cli/git_exclude.h"
#include "adapters/cli/procedures.h"
#include "adapters/cli/wire_clients.h"
#include "adapters/wiring/file_changes.h"
#include "app/bus/bus.h"
#include "app/care/doctor.h"
#include "app/care/exchange.h"
#include "app/care/survey.h"
#include "app/project/project.h"
#include "app/project/project_at.h"
#include "base/codec.h"
#include "view/project_text.h"
#include "view/session_text.h"

namespace hm::cli {
namespace {

struct Init {
    std::optional<WiredClient> client;
    std::optional<GateMode> mode;
    bool global = false;
    std::optional<Text<1, 1000>> plugin;
    bool git = false;
    bool remove_git = false;
    bool yes = false;
    bool dry_run = false;

    static constexpr void fields(auto&& visit) {
        visit(field("client", &Init::client, "Wire this client to the project; all: those found on this machine."));
        visit(field("mode", &Init::mode, "strict blocks, assisted advises, permissive records."));
        visit(field("global", &Init::global,
                    "Wire the client in your own settings, for every project; makes no project here."));
        visit(field("plugin", &Init::plugin, "Write Claude Code's plugin into this folder instead of its settings."));
        visit(field("git", &Init::git, "Let git put the stamp of the session at work into commit messages."));
        visit(field("remove_git", &Init::remove_git, "Take that hook of git away again."));
        visit(field("yes", &Init::yes, "Make the shown changes without asking."));
        visit(field("dry_run", &Init::dry_run, "Only show what would be made."));
    }
};

// What the files of sessions are made from, for people to change. One that is there is theirs.
Result<void> offer_template(const std::filesystem::path& file) {
    HM_TRY_ASSIGN(const std::optional<std::string> before, read_whole_file(file));
    if (before) return {};
    return replace_file(file, session_template(), std::filesystem::perms(0600));
}

// git must neither take nor keep the store. A repository that cannot be written is no reason to stop.
void keep_out_of_git(const std::filesystem::path& root, bool dry_run, Report& report) {
    GitExclusion exclusion = plan_git_exclude(root);
    if (!dry_run) make_git_changes(exclusion);
    if (!exclusion.is_in_git) return;
    for (const FileChange& change : exclusion.changes) {
        report.say(fmt::format("{} {}", dry_run ? "would write" : "wrote", about_git_change(change, root)));
    }
    if (exclusion.trouble.empty()) return;
    report.data()["git_trouble"] = exclusion.trouble;
    report.say(
        fmt::format("git may still see .hivemind: {} Mend that and run `hivemind init` again.\n", exclusion.trouble));
}

Result<int> wire(const Init& input, const std::filesystem::path& root, const Settings& settings, Report& report,
                 Environment& environment) {
    const WireRequest request{.act = WiringAct::wire,
                              .client = *input.client,
                              .level = input.global ? WiringLevel::user : WiringLevel::project,
                              .root = root,
                              .fail = effective_fail(settings),
                              .yes = input.yes,
                              .dry_run = input.dry_run};
    if (!input.plugin) return wire_clients(request, report, environment);
    return write_claude_plugin(named_directory(environment.directory, input.plugin->str()), request, report,
                               environment);
}

// Shown and confirmed like every change to files that are not ours.
Result<int> wire_git(const Init& input, const std::filesystem::path& root, Report& report, Environment& environment) {
    if (input.remove_git && !input.dry_run) {
        HM_TRY_ASSIGN(const bool was_there, remove_git_hook(root));
        report.say(was_there ? "git's hook is taken away.\n" : "There was no hook of ours in git.\n");
        report.data()["git_hook"] = "removed";
        return success;
    }
    if (!input.git) return success;
    HM_TRY_ASSIGN(const FileChange change, plan_git_hook(root, environment.program));
    report.data()["git_hook"] = change.before == change.after ? "unchanged" : "shown";
    report.say(show_change(change, root));
    if (change.before == change.after || input.dry_run) return success;
    if (const auto ended = ended_without_consent(input.yes, "Add this hook to git?", environment)) return *ended;
    HM_TRY(make_git_hook(change));
    report.data()["git_hook"] = "written";
    report.say("git puts the stamp of the session at work in front of commit messages that have none.\n");
    return success;
}

// What the project has for agents is told, and kept for them; nothing of it is touched.
Result<void> tell_what_is_there(const Init& input, Workspace* workspace, Report& report, Environment& environment) {
    const ProjectSurvey survey = survey_project(environment.directory, environment.clock);
    if (!survey.is_empty()) {
        report.data()["found"] = {{"rules", json::value_from(survey.rules)},
                                  {"plans", json::value_from(survey.plans)},
                                  {"frameworks", json::value_from(survey.frameworks)},
                                  {"stack", json::value_from(survey.stack)}};
        report.say(survey_text(survey));
    }
    if (const auto old = old_data_in(environment.directory); !old.empty()) report.say(old_data_text(old) + "\n");
    if (input.dry_run || workspace == nullptr) return {};
    HM_TRY(keep_survey(survey, {.kind = environment.who_typed()}, *workspace));
    return {};
}

// The mode of a new project is chosen; that of one which was there is changed.
Result<void> set_mode(GateMode mode, bool was_project, Project& project, Environment& environment) {
    Workspace workspace = project.workspace();
    const json::object input{{"key", "mode"}, {"value", name_of(mode)}};
    const ActorKind who = environment.who_typed();
    const Command& command = *find_command("config set");
    if (was_project && who == ActorKind::person)
        HM_TRY(check_starter({command.name, input, command.loosens, &project}, environment));
    HM_TRY(execute(command, {input, {.kind = who}}, workspace));
    return {};
}

Result<int> only_show(const Init& input, Report& report, Environment& environment) {
    Settings settings;
    settings.mode = input.mode.value_or(settings.mode);
    const std::string directory = store_folder(environment.directory).string();
    report.data() = {{"directory", directory}, {"store", "would be made"}, {"mode", name_of(settings.mode)}};
    report.say(fmt::format("would make {} with its store (mode {})\n", directory, name_of(settings.mode)));
    keep_out_of_git(environment.directory, input.dry_run, report);
    HM_TRY(tell_what_is_there(input, nullptr, report, environment));
    return input.client ? wire(input, environment.directory, settings, report, environment) : success;
}

// A dry run makes nothing, not even what an earlier init left out.
Result<Project> project_for(const Init& input, Environment& environment) {
    if (!input.dry_run) return Project::create(environment.directory, environment.clock, environment.ids);
    return Project::open(environment.directory, environment.clock, environment.ids, Deadline::in(seconds(5)));
}

// A new store in place of one that is gone. The person may have a copy, and the mark says how strict it was.
Result<void> begin_anew(const Error& missing, Project& project, Report& report) {
    report.data()["missing"] = true;
    report.say(fmt::format("{} A new, empty one was made.\n", missing.what));
    if (const std::string copy = newest_backup(project.root()); !copy.empty()) {
        report.data()["newest_backup"] = copy;
        report.say(fmt::format("`hivemind backup restore {}` brings back the newest copy.\n", copy));
    }
    HM_TRY_ASSIGN(const std::string about_mode, take_mode_from_mark(project));
    if (!about_mode.empty()) report.say(about_mode + "\n");
    return {};
}

// Our own files, which keep all that is in them; told, and not asked about.
Result<void> move_into_git(bool dry_run, Report& report, Environment& environment) {
    const auto move = due_store_move(environment.directory);
    if (!move) return {};
    report.say(
        fmt::format("{} the store from {} to {}, where `git clean` and `git stash` do not reach and which all "
                    "worktrees share: hivemind.db, spool, backups, aside, archive\n",
                    dry_run ? "would move" : "moving", move->from.string(), move->to.string()));
    if (!dry_run) HM_TRY(settle_store(environment.directory, environment.clock.now()));
    report.data()["moved"] = {{"from", move->from.string()}, {"to", move->to.string()}};
    return {};
}

Result<int> make(const Init& input, bool was_project, Report& report, Environment& environment) {
    report.data() = json::object{};
    HM_TRY(move_into_git(input.dry_run, report, environment));
    const auto missing = missing_store(environment.directory);
    HM_TRY_ASSIGN(Project project, project_for(input, environment));
    if (missing) HM_TRY(begin_anew(*missing, project, report));
    if (!input.dry_run) HM_TRY(offer_template(project.root() / ".hivemind" / "templates" / "session.md"));
    if (input.mode && !input.dry_run) HM_TRY(set_mode(*input.mode, was_project, project, environment));
    HM_TRY_ASSIGN(const Settings settings, project.settings());
    if (!input.dry_run) HM_TRY(keep_fail_mark(project.root(), effective_fail(settings)));
    const std::string directory = (project.root() / ".hivemind").string();
    const std::string folder = store_folder(project.root()).string();
    const std::string_view store = was_project ? "found" : "made";
    report.data()["directory"] = directory;
    report.data()["store_directory"] = folder;
    report.data()["store"] = store;
    report.data()["mode"] = name_of(settings.mode);
    report.say(fmt::format("{} {} (mode {})\n", store, folder, name_of(settings.mode)));
    if (folder != directory) report.say(fmt::format("what people read of it is in {}\n", directory));
    keep_out_of_git(project.root(), input.dry_run, report);
    Workspace workspace = project.workspace();
    if (was_project && !input.dry_run) record_changes_so_far(workspace);
    if (!was_project || !was_surveyed(workspace)) HM_TRY(tell_what_is_there(input, &workspace, report, environment));
    HM_TRY_ASSIGN(const int about_hook, wire_git(input, project.root(), report, environment));
    if (about_hook != success) return about_hook;
    if (input.mode && !input.client && !input.dry_run) rewire_clients(project, report, environment);
    HM_TRY_ASSIGN(const int about_client, input.client
                                              ? wire(input, project.root(), settings, report, environment)
                                              : mend_wiring(project, {input.yes, input.dry_run}, report, environment));
    if (!input.dry_run) watch_from_here(workspace);
    return about_client;
}

Result<void> check_together(const Init& input) {
    if (input.global && !input.client) {
        return fail(ErrorCode::invalid_input, "--global without --client.", "Name the client: --client claude-code.");
    }
    if (input.plugin && input.client != WiredClient::claude_code) {
        return fail(ErrorCode::invalid_input, "--plugin without --client claude-code.",
                    "Only Claude Code takes a plugin's folder.");
    }
    return {};
}

Result<int> run_init(const json::object& values, bool wants_json, Environment& environment) {
    HM_TRY_ASSIGN(const Init input, decode_as<Init>(values, "init"));
    HM_TRY(check_together(input));
    Report report(wants_json, environment);
    if (input.global) {
        HM_TRY_ASSIGN(const int exit_code, wire(input, environment.directory, {}, report, environment));
        return report.end(exit_code);
    }
    const bool was_project = is_project(environment.directory) && !missing_store(environment.directory);
    const bool only_shows = input.dry_run && !was_project;
    HM_TRY_ASSIGN(const int exit_code,
                  only_shows ? only_show(input, report, environment) : make(input, was_project, report, environment));
    return report.end(exit_code);
}

}  // namespace

Procedure init_procedure() {
    return {"init", "Make this directory a project, and wire a client to it.", "", &shape_of<Init>, run_init};
}

}  // namespace hm::cli
