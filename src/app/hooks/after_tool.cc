#include "app/hooks/after_tool.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "app/bus/bus.h"
#include "app/event/hook_frame.h"
#include "app/gate/planning_guard.h"
#include "app/gate/trial.h"
#include "app/hooks/record.h"
#include "app/memory/learn.h"
#include "app/project/code_map.h"
#include "app/project/learn_scan.h"
#include "app/project/outside_changes.h"
#include "app/project/scan_project.h"
#include "app/session/read_head.h"
#include "base/redact.h"
#include "engine/codemap/source_kind.h"
#include "engine/work/test_command.h"
#include "store/codemap/codemap.h"
#include "store/files/files.h"
#include "store/files/git.h"
#include "store/files/project_files.h"
#include "store/queries/event.h"
#include "store/queries/session.h"
#include "store/queries/spool.h"
#include "store/queries/task.h"
#include "view/project_text.h"

namespace hm {
namespace {

constexpr std::size_t most_files = 200;

using Directories = std::span<const std::filesystem::path>;

std::vector<FilePath> files_of(const std::vector<std::string>& paths, Directories directories,
                               const Workspace& workspace) {
    std::vector<FilePath> files;
    for (const std::string& given : paths) {
        for (const std::filesystem::path& directory : directories) {
            if (files.size() == most_files) return files;
            auto file = FilePath::make(redact(resolve_path(workspace.store.paths().root, directory, given).shown));
            const bool is_new = file && std::find(files.begin(), files.end(), *file) == files.end();
            if (is_new) files.push_back(std::move(*file));
        }
    }
    return files;
}

std::string summary_of(const ToolUse& use, const std::vector<FilePath>& files) {
    if (use.command.empty() && !files.empty()) return fmt::format("{} {}", use.tool, files.front().view());
    return use.command.empty() ? use.tool : redact(fmt::format("{}: {}", use.tool, shorten(use.command, 200)));
}

// What the call leaves, and the files it changed. Reads leave nothing, whatever tool made them.
struct Trace {
    std::optional<CheckpointKind> kind;
    std::vector<FilePath> files;
    std::optional<TestSummary> summary = {};  // how tests ended, where only their output tells
};

// A pipe, a `;` or a wrapper hides how the tests ended, and the runner's own last lines say it all the same.
void read_output(const AfterTool& done, Trace& trace) {
    const bool is_hidden = trace.kind == CheckpointKind::masked_test && leaves_tests_standing(done.use.command);
    const bool is_untold = trace.kind == CheckpointKind::test && !done.exit_code && done.end == ToolEnd::unknown;
    const bool is_build = trace.kind == CheckpointKind::build;
    if (!is_hidden && !is_untold && !is_build) return;
    auto summary = read_test_summary(done.output);
    if (!summary || (is_build && !summary->counts_tests)) return;
    trace.kind = CheckpointKind::test;
    trace.summary = std::move(summary);
}

// The exit code of `npm test | tail` is that of tail.
bool is_of_something_else(const AfterTool& done, const Trace& trace) {
    return trace.kind == CheckpointKind::masked_test && done.exit_code == 0;
}

std::optional<std::int64_t> exit_code_of(const AfterTool& done, const Trace& trace) {
    if (trace.summary) return trace.summary->has_passed ? 0 : 1;
    return is_of_something_else(done, trace) ? std::nullopt : done.exit_code;
}

Trace trace_of(const AfterTool& done, Directories directories, const Workspace& workspace) {
    // A write that failed changed nothing.
    if (done.use.kind == ToolKind::write && done.end == ToolEnd::failed) return {};
    if (done.use.kind == ToolKind::write) {
        return {CheckpointKind::write, files_of(done.use.paths, directories, workspace)};
    }
    if (done.use.kind != ToolKind::shell) return {};
    const ShellJudgement judgement = judge_shell(done.use.command, {});
    Trace trace{checkpoint_kind(done.use.command, judgement), {}};
    if (trace.kind) trace.files = files_of(judgement.writes, directories, workspace);
    read_output(done, trace);
    return trace;
}

Checkpoint checkpoint_of(const Task& task, const AfterTool& done, const Event& event, Trace trace) {
    Checkpoint checkpoint;
    checkpoint.id = event.id;
    checkpoint.created_at = event.at;
    checkpoint.modified_at = event.at;
    checkpoint.task_id = task.id;
    checkpoint.session_id = event.session_id;
    auto tool = Word::make(shorten(done.use.tool, Word::max_characters));
    checkpoint.tool = std::move(tool).value_or(*Word::make("unknown"));
    checkpoint.summary = event.summary;
    checkpoint.kind = trace.kind;
    checkpoint.exit_code = exit_code_of(done, trace);
    checkpoint.files_modified = std::move(trace.files);
    if (trace.summary) {
        checkpoint.exit_source = ExitSource::output;
    } else if (checkpoint.exit_code) {
        checkpoint.exit_source = done.exit_source;
    } else if (done.end == ToolEnd::failed) {
        checkpoint.exit_source = ExitSource::failure;
    }
    return checkpoint;
}

json::object facts_of(const AfterTool& done, const Trace& trace, Directories directories, const Workspace& workspace) {
    // The checkpoint has them all; an event is small.
    constexpr std::size_t most_named = 12;
    constexpr std::size_t most_looked = 4;
    json::array paths;
    for (const FilePath& file : trace.files) {
        if (paths.size() < most_named) paths.emplace_back(shorten(file.view(), 120));
    }
    json::array looked;
    if (done.use.kind == ToolKind::read) {
        for (const FilePath& file : files_of(done.use.paths, directories, workspace)) {
            if (looked.size() < most_looked) looked.emplace_back(file.view());
        }
    }
    json::object facts{
        {"tool", shorten(done.use.tool, 60)}, {"kind", name_of(done.use.kind)}, {"files", std::move(paths)}};
    if (const auto code = exit_code_of(done, trace)) facts["exit_code"] = *code;
    if (trace.summary) facts["told_by"] = shorten(trace.summary->line, 100);
    // By which it is known who has seen the file as it is.
    if (done.use.kind == ToolKind::read && !looked.empty()) facts["looked"] = std::move(looked);
    if (done.end == ToolEnd::failed) facts["failed"] = true;
    if (trace.kind) facts["left"] = name_of(*trace.kind);
    if (!done.use.call_id.empty()) facts["call_id"] = done.use.call_id;
    // By which it is found that the same was looked at again.
    if (done.use.kind == ToolKind::read && !done.use.print.empty()) facts["print"] = done.use.print;
    return facts;
}

}  // namespace

Result<LeftByCall> record_call(const AfterTool& done, const std::filesystem::path& clients, Workspace& workspace) {
    const std::vector<std::filesystem::path> directories = work_directories(done.use, clients);
    const std::filesystem::path& directory = directories.front();
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(done.who, &Settings::record_deadline, workspace));
    HM_TRY_ASSIGN(std::vector<Task> tasks, tasks_in_hand(workspace.store.connection(), frame.session.id, frame.bad));
    if (tasks.empty()) {
        // What is done after a task was handed in is done for it: it may be what was missing.
        HM_TRY_ASSIGN(tasks, tasks_in_review_of(workspace.store.connection(), frame.session.id, frame.bad));
        if (tasks.size() > 1) tasks.resize(1);
    }
    Trace trace = trace_of(done, directories, workspace);
    LeftByCall left{mapped_sources(trace.files, workspace), false, made_commit(done)};
    Happening happening = happening_of(done, tasks, trace.files);
    if (trace.summary) happening.has_failed = !trace.summary->has_passed;
    keep_documents_seen(done, trace.files, directory, frame, workspace);
    const bool leaves_checkpoint = trace.kind && !tasks.empty();
    Event event =
        hook_event(leaves_checkpoint ? "checkpoint" : "tool.done", summary_of(done.use, trace.files), frame, workspace);
    event.facts = facts_of(done, trace, directories, workspace);
    std::optional<Checkpoint> checkpoint;
    if (!tasks.empty()) event.task_id = tasks.back().id;
    if (leaves_checkpoint) {
        checkpoint = checkpoint_of(tasks.back(), done, event, std::move(trace));
        event.subject_id = checkpoint->id;
        event.facts[generation_fact] = tasks.back().generation.value_or(0);
    }
    HM_TRY(record(std::move(event), std::move(checkpoint), frame, workspace, std::move(happening)));
    left.is_scan_due = done.use.kind == ToolKind::write && is_scan_due(frame, workspace);
    HM_TRY(note_watched_changes(done.use, directory, frame, workspace));
    return left;
}

void finish_call(const LeftByCall& left, const AgentIdentity& who, const std::filesystem::path& directory,
                 Workspace& workspace) {
    if (left.empty()) return;
    map_written_files(left.sources, workspace);
    if (!left.is_scan_due && !left.made_commit) return;
    const auto frame = begin_hook(who, &Settings::record_deadline, workspace);
    if (!frame) return;
    if (left.is_scan_due) scan_after_write(*frame, workspace);
    if (left.made_commit) std::ignore = learn_newest_commit(directory, *frame, workspace);
}

Result<void> after_tool(const AfterTool& done, const std::filesystem::path& directory, Workspace& workspace) {
    HM_TRY_ASSIGN(const LeftByCall left, record_call(done, directory, workspace));
    finish_call(left, done.who, directory, workspace);
    return {};
}

namespace {

constexpr Duration git_patience = milliseconds(500);

bool makes_commit(const CommandWords& words) {
    return !words.empty() && words.front() == "git" && std::find(words.begin(), words.end(), "commit") != words.end();
}

}  // namespace

bool made_commit(const AfterTool& done) {
    if (done.use.kind != ToolKind::shell || done.end == ToolEnd::failed || done.exit_code.value_or(0) != 0)
        return false;
    // Hardly any command names a commit; only those that do are parsed.
    if (done.use.command.find("commit") == std::string::npos) return false;
    const std::vector<CommandWords> commands = commands_in(done.use.command);
    return std::any_of(commands.begin(), commands.end(), makes_commit);
}

Result<void> learn_newest_commit(const std::filesystem::path& directory, const HookFrame& frame, Workspace& workspace) {
    const GitLog log =
        newest_commits(directory.empty() ? workspace.store.paths().root : directory, 1, Deadline::in(git_patience));
    if (log.commits.empty()) return {};
    HM_TRY_ASSIGN(const bool is_known, is_learnt(log.commits.front(), workspace.store.connection()));
    if (is_known) return {};
    const RunCommand run = [&](const json::value&, const CommandContext& context) -> Result<Receipt> {
        HM_TRY_ASSIGN(const LearntCommits learnt, learn_from_commits(log, context));
        return learnt_receipt(learnt);
    };
    const CommandRequest request{
        json::object{},
        {ActorKind::hook, frame.session.role.str(), frame.session.id, frame.session.stamp.str()},
        frame.request_id.empty() ? std::string() : frame.request_id + ".learn",
        frame.settings.record_deadline};
    HM_TRY(execute_with(run, *find_command("knowledge learn"), request, workspace));
    return {};
}

namespace {

constexpr std::size_t most_changed_sources = 20;
constexpr Duration patience_for_writes = milliseconds(40);
constexpr Duration patience_at_start = milliseconds(250);

// Its file may be there for other readings: a map is where somebody asked for one.
Result<CodeMap> open_asked_for(const Workspace& workspace, Deadline deadline) {
    HM_TRY_ASSIGN(CodeMap codemap, CodeMap::open_existing(workspace.store.paths(), deadline));
    HM_TRY_ASSIGN(const auto last_scan, codemap_fact(codemap.connection(), last_scan_fact));
    if (last_scan) return codemap;
    return fail(ErrorCode::not_found, "There is no code map yet.", "Run `hivemind codemap scan`.");
}

}  // namespace

std::vector<std::string> mapped_sources(const std::vector<FilePath>& files, const Workspace& workspace) {
    std::vector<std::string> sources;
    for (const FilePath& file : files) {
        if (source_kind(file.view()) && sources.size() < most_changed_sources) sources.push_back(file.str());
    }
    std::error_code error;
    const bool has_map = !sources.empty() && std::filesystem::exists(codemap_path(workspace.store.paths()), error);
    return has_map ? sources : std::vector<std::string>{};
}

void map_written_files(const std::vector<std::string>& sources, Workspace& workspace) {
    if (sources.empty()) return;
    const Deadline deadline = Deadline::in(patience_for_writes);
    auto codemap = open_asked_for(workspace, deadline);
    if (codemap) std::ignore = refresh_files(codemap->connection(), sources, workspace, deadline);
}

void map_changed_files(Workspace& workspace) {
    const Deadline deadline = Deadline::in(patience_at_start);
    auto codemap = open_asked_for(workspace, deadline);
    if (codemap) std::ignore = refresh_codemap(codemap->connection(), workspace, deadline);
}

namespace {

Event change_event(const std::vector<OutsideChange>& changes, std::string_view during, const HookFrame& frame,
                   Workspace& workspace) {
    const std::string summary = outside_text(changes, during);
    Event event = hook_event(outside_kind, redact(summary), frame, workspace);
    event.request_id.reset();  // the call's own record carries it
    event.facts = outside_facts(changes, during);
    return event;
}

// git keeps its own books; what a git command changes there is its business.
bool is_of_git(const ToolUse& use) {
    const ShellJudgement judged = judge_shell(use.command, {});
    return std::any_of(judged.effects.begin(), judged.effects.end(), [](const ShellEffect& effect) {
        return effect.shell_class == ShellClass::git_write || effect.program == "git";
    });
}

Result<bool> is_alone_here(HookFrame& frame, Workspace& workspace) {
    constexpr Duration lately = minutes(1);
    constexpr std::int64_t most_events = 50;
    const Time since{workspace.clock.now().ms - lately.ms};
    HM_TRY_ASSIGN(const auto events,
                  list_events(workspace.store.connection(), {.since = since, .limit = most_events}, frame.bad));
    return std::none_of(events.begin(), events.end(),
                        [&](const Event& event) { return event.session_id && *event.session_id != frame.session.id; });
}

}  // namespace

Result<void> note_watched_changes(const ToolUse& use, const std::filesystem::path& directory, HookFrame& frame,
                                  Workspace& workspace) {
    HM_TRY_ASSIGN(std::vector<OutsideChange> changes, changed_watched_files(workspace));
    if (changes.empty()) return {};
    const bool is_shell = use.kind == ToolKind::shell;
    const bool is_git = is_shell && is_of_git(use);
    std::erase_if(changes, [&](const OutsideChange& change) {
        const bool is_own = use.kind == ToolKind::write &&
                            std::any_of(use.paths.begin(), use.paths.end(), [&](const std::string& path) {
                                return resolve_path(workspace.store.paths().root, directory, path).shown == change.path;
                            });
        return is_own || (is_git && change.path.starts_with(".git/"));
    });
    if (changes.empty()) return {};
    const std::string during = is_shell ? fmt::format("{} {}", use.tool, shorten(use.command, 60)) : std::string();
    return record(change_event(changes, during, frame, workspace), std::nullopt, frame, workspace);
}

Result<void> note_changes_before(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const bool is_alone, is_alone_here(frame, workspace));
    if (!is_alone) return {};
    HM_TRY_ASSIGN(std::vector<OutsideChange> changes, changed_tree_files(workspace, connection.deadline(), frame.bad));
    HM_TRY_ASSIGN(const std::vector<OutsideChange> watched, changed_watched_files(workspace));
    for (const OutsideChange& each : watched) {
        if (std::ranges::find(changes, each.path, &OutsideChange::path) == changes.end()) changes.push_back(each);
    }
    if (changes.empty()) return {};
    SpooledRecord seen{change_event(changes, "", frame, workspace), std::nullopt, frame.unsaved, std::nullopt};
    HM_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection, Durability::process_crash));
    HM_TRY(take_in_record(transaction, seen, workspace.ids));
    return transaction.commit();
}

Result<void> note_tree_changes(const AgentIdentity& who, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(who, &Settings::record_deadline, workspace));
    HM_TRY_ASSIGN(const std::vector<OutsideChange> changes,
                  changed_tree_files(workspace, workspace.store.connection().deadline(), frame.bad));
    if (changes.empty()) return {};
    return record(change_event(changes, "", frame, workspace), std::nullopt, frame, workspace);
}

namespace fs = std::filesystem;

namespace {

constexpr Duration longest_at_start = milliseconds(150);
constexpr Duration longest_after_write = milliseconds(100);
constexpr Duration rest_between_looks = seconds(30);
constexpr std::size_t most_told = 3;

Result<void> learn(const ProjectMap& map, const HookFrame& frame, Workspace& workspace) {
    const std::vector<ScanFinding> findings = findings_of(map);
    HM_TRY_ASSIGN(const bool is_any_new, has_news(findings, workspace.store.connection()));
    if (!is_any_new) return {};
    const RunCommand run = [&](const json::value&, const CommandContext& context) -> Result<Receipt> {
        HM_TRY_ASSIGN(const LearntScan learnt, learn_from_scan(findings, context));
        return learnt_receipt(learnt);
    };
    const CommandRequest request{
        json::object{},
        {ActorKind::hook, frame.session.role.str(), frame.session.id, frame.session.stamp.str()},
        frame.request_id.empty() ? std::string() : frame.request_id + ".scan",
        frame.settings.record_deadline};
    HM_TRY(execute_with(run, *find_command("scan learn"), request, workspace));
    return {};
}

fs::path mark_of(const Workspace& workspace) {
    return workspace.store.paths().directory / "seen" / "scan";
}

// Several sessions may begin and write at once; one look is enough for all.
bool was_just_looked(Workspace& workspace) {
    const auto last = read_seen(mark_of(workspace));
    return last && workspace.clock.now() - last->at < rest_between_looks;
}

ProjectScan look(Duration patience, Workspace& workspace) {
    std::ignore = keep_seen(mark_of(workspace), {workspace.clock.now(), {}});
    return scan_project(ScanDepth::incremental, Deadline::in(patience), workspace);
}

// Whether this write was the one at which the session's drift is looked at.
bool is_due(const HookFrame& frame, Workspace& workspace) {
    const auto counters = counters_of(workspace.store.connection(), frame.session.id);
    return counters && counters->write_calls > 0 && counters->write_calls == counters->writes_at_scan;
}

Event drift_event(const Drift& drift, const HookFrame& frame, Workspace& workspace) {
    std::int64_t changes = 0;
    std::int64_t contradictions = 0;
    std::string told;
    for (const DriftDetection& each : drift.detections) {
        const bool is_change = each.change != DriftChange::contradicted;
        ++(is_change ? changes : contradictions);
        if (!is_change && contradictions <= static_cast<std::int64_t>(most_told)) {
            told += "; " + contradiction_text(each);
        }
    }
    Event event = hook_event(
        "project.drift",
        fmt::format("{} changes, {} places in documents that no longer hold{}", changes, contradictions, told), frame,
        workspace);
    event.request_id.reset();  // the event of the write carries it
    event.facts = {{"changes", changes}, {"contradictions", contradictions}};
    return event;
}

}  // namespace

void scan_at_session_start(const HookFrame& frame, Workspace& workspace) {
    if (was_just_looked(workspace)) return;
    const ProjectScan scan = look(longest_at_start, workspace);
    if (scan.map.counts.is_whole) std::ignore = learn(scan.map, frame, workspace);
}

bool is_scan_due(const HookFrame& frame, Workspace& workspace) {
    std::error_code error;
    const bool was_ever_scanned = fs::exists(codemap_path(workspace.store.paths()), error);
    return was_ever_scanned && is_due(frame, workspace);
}

void scan_after_write(const HookFrame& frame, Workspace& workspace) {
    if (was_just_looked(workspace)) return;
    const ProjectScan scan = look(longest_after_write, workspace);
    if (!scan.before || !scan.is_kept) return;
    const Drift drift = fresh_drift(*scan.before, scan.map);
    if (!drift.detections.empty()) std::ignore = record(drift_event(drift, frame, workspace), {}, frame, workspace);
}

}  // namespace hm
