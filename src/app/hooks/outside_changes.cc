#include "app/hooks/outside_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/hooks/record.h"
#include "app/outside_changes.h"
#include "base/redact.h"
#include "store/files.h"
#include "store/spool.h"
#include "store/sql/event.h"

namespace hm {
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
    HM_TRY_ASSIGN(const std::vector<OutsideChange> changes,
                  changed_tree_files(workspace, connection.deadline(), frame.bad));
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

}  // namespace hm
