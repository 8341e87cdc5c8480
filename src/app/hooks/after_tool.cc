#include "app/hooks/after_tool.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "app/hooks/hook_frame.h"
#include "app/hooks/keep_counters.h"
#include "app/hooks/learn_commit.h"
#include "app/hooks/map_files.h"
#include "app/hooks/outside_changes.h"
#include "app/hooks/record.h"
#include "app/planning_guard.h"
#include "app/scan/watch_project.h"
#include "app/task_in_hand.h"
#include "app/work_directory.h"
#include "base/redact.h"
#include "engine/completion/test_command.h"
#include "store/files.h"

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
};

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
    checkpoint.files_modified = std::move(trace.files);
    checkpoint.kind = trace.kind;
    checkpoint.exit_code = done.exit_code;
    if (done.exit_code) {
        checkpoint.exit_source = done.exit_source;
    } else if (done.end == ToolEnd::failed) {
        checkpoint.exit_source = ExitSource::failure;
    }
    return checkpoint;
}

json::object facts_of(const AfterTool& done, const Trace& trace) {
    // The checkpoint has them all; an event is small.
    constexpr std::size_t most_named = 12;
    json::array paths;
    for (const FilePath& file : trace.files) {
        if (paths.size() < most_named) paths.emplace_back(shorten(file.view(), 120));
    }
    json::object facts{
        {"tool", shorten(done.use.tool, 60)}, {"kind", name_of(done.use.kind)}, {"files", std::move(paths)}};
    if (done.exit_code) facts["exit_code"] = *done.exit_code;
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
    HM_TRY_ASSIGN(const std::vector<Task> tasks,
                  tasks_in_hand(workspace.store.connection(), frame.session.id, frame.bad));
    Trace trace = trace_of(done, directories, workspace);
    LeftByCall left{mapped_sources(trace.files, workspace), false, made_commit(done)};
    Happening happening = happening_of(done, tasks, trace.files);
    keep_documents_seen(done, trace.files, directory, frame, workspace);
    const bool leaves_checkpoint = trace.kind && !tasks.empty();
    Event event =
        hook_event(leaves_checkpoint ? "checkpoint" : "tool.done", summary_of(done.use, trace.files), frame, workspace);
    event.facts = facts_of(done, trace);
    std::optional<Checkpoint> checkpoint;
    if (!tasks.empty()) event.task_id = tasks.back().id;
    if (leaves_checkpoint) {
        checkpoint = checkpoint_of(tasks.back(), done, event, std::move(trace));
        event.subject_id = checkpoint->id;
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

}  // namespace hm
