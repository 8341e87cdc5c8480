#include "app/hooks/after_tool.h"

#include <fmt/format.h>

#include "app/hooks/hook_frame.h"
#include "app/hooks/record.h"
#include "app/task_in_hand.h"
#include "base/redact.h"
#include "store/files.h"

namespace hm {
namespace {

std::vector<FilePath> files_of(const ToolUse& use, const std::filesystem::path& directory, const Workspace& workspace) {
    std::vector<FilePath> files;
    for (const std::string& given : use.paths) {
        auto file = FilePath::make(redact(resolve_path(workspace.store.paths().root, directory, given).shown));
        if (file) files.push_back(std::move(*file));
    }
    return files;
}

std::string summary_of(const ToolUse& use, const std::vector<FilePath>& files) {
    if (!files.empty()) return fmt::format("{} {}", use.tool, files.front().view());
    return use.command.empty() ? use.tool : redact(fmt::format("{}: {}", use.tool, shorten(use.command, 200)));
}

Checkpoint checkpoint_of(const Task& task, const AfterTool& done, const Event& event, std::vector<FilePath> files) {
    Checkpoint checkpoint;
    checkpoint.id = event.id;
    checkpoint.created_at = event.at;
    checkpoint.modified_at = event.at;
    checkpoint.task_id = task.id;
    checkpoint.session_id = event.session_id;
    auto tool = Word::make(shorten(done.use.tool, Word::max_characters));
    HM_ASSERT(tool.has_value());
    checkpoint.tool = std::move(*tool);
    checkpoint.summary = event.summary;
    checkpoint.files_modified = std::move(files);
    checkpoint.exit_code = done.exit_code;
    return checkpoint;
}

json::object facts_of(const AfterTool& done, const std::vector<FilePath>& files) {
    json::array paths;
    for (const FilePath& file : files) paths.emplace_back(file.view());
    json::object facts{
        {"tool", shorten(done.use.tool, 60)}, {"kind", name_of(done.use.kind)}, {"files", std::move(paths)}};
    if (done.exit_code) facts["exit_code"] = *done.exit_code;
    if (!done.use.call_id.empty()) facts["call"] = done.use.call_id;
    return facts;
}

}  // namespace

Result<void> after_tool(const AfterTool& done, const std::filesystem::path& directory, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(done.who, &Settings::record_deadline, workspace));
    HM_TRY_ASSIGN(const std::vector<Task> tasks,
                  tasks_in_hand(workspace.store.connection(), frame.session.id, frame.bad));
    const bool is_change = done.use.kind == ToolKind::write;
    std::vector<FilePath> files = is_change ? files_of(done.use, directory, workspace) : std::vector<FilePath>{};
    const bool leaves_checkpoint = is_change && !tasks.empty();
    Event event =
        hook_event(leaves_checkpoint ? "checkpoint" : "tool.done", summary_of(done.use, files), frame, workspace);
    event.facts = facts_of(done, files);
    std::optional<Checkpoint> checkpoint;
    if (!tasks.empty()) event.task_id = tasks.back().id;
    if (leaves_checkpoint) {
        checkpoint = checkpoint_of(tasks.back(), done, event, std::move(files));
        event.subject_id = checkpoint->id;
    }
    return record(std::move(event), std::move(checkpoint), frame, workspace);
}

}  // namespace hm
