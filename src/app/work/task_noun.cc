// task: what people can change on a task beside its course, which has commands of its own.
#include "app/work/task_noun.h"

#include "app/command/noun_commands.h"
#include "app/session/phase_course.h"
#include "app/work/task.h"
#include "store/files/files.h"
#include "store/queries/gate.h"
#include "store/queries/task.h"

namespace hm {
namespace {

// A lock is kept as the gate sees the file: links and .. resolved, relative to the project. Two spellings are one lock.
Result<void> settle_locks(Task& task, const std::filesystem::path& root) {
    std::vector<FilePath> locks;
    for (const FilePath& path : task.file_locks) {
        const ResolvedPath resolved = resolve_path(root, root, path.view());
        if (resolved.place != PathPlace::inside) {
            return fail(ErrorCode::invalid_input, fmt::format("The lock on {} cannot be taken.", path.view()),
                        "Name a file or folder of the project.", "It lies outside the project.");
        }
        HM_TRY_ASSIGN(FilePath lock, FilePath::make(resolved.shown));
        if (std::find(locks.begin(), locks.end(), lock) == locks.end()) locks.push_back(std::move(lock));
    }
    task.file_locks = std::move(locks);
    return {};
}

// A folder is held with all below it.
Result<void> check_locks_are_free(const Task& task, NameCase name_case, const CommandContext& context) {
    for (const FilePath& path : task.file_locks) {
        HM_TRY_ASSIGN(const auto holders, lock_holders(context.connection(), path.view(), name_case));
        const auto other = std::find_if(holders.begin(), holders.end(), [&](const Id& id) { return id != task.id; });
        if (other == holders.end()) continue;
        return fail(Error{ErrorCode::conflict,
                          fmt::format("The lock on {} cannot be taken.", path.view()),
                          "Wait until that task ends, or have it released.",
                          "A file is held by one task at a time. Nothing was changed.",
                          {fmt::format("{} is held by task {}", path.view(), other->text())}});
    }
    return {};
}

Result<void> settle_task(Task& task, const CommandContext& context) {
    HM_TRY(settle_parent(task, context));
    HM_TRY(settle_patterns(task.allowed_paths, context));
    if (task.assigned_to && !task.delegated_by) {
        HM_TRY_ASSIGN(task.delegated_by, Word::make(actor_name(context.actor)));
    }
    if (is_ended(task.status) && !task.file_locks.empty()) {
        return fail(ErrorCode::conflict, fmt::format("Task {} has ended.", task.id.text()),
                    "Reopen it first: `hivemind task reopen`.", "What is over holds no files.");
    }
    HM_TRY(reopen_phase_of(task, context));
    if (task.file_locks.empty()) return {};
    const std::filesystem::path& root = context.paths.root;
    HM_TRY(settle_locks(task, root));
    const NameCase name_case = tells_case_apart(root) ? NameCase::counts : NameCase::counts_not;
    return check_locks_are_free(task, name_case, context);
}

Result<void> check_is_idle(Task& task, const CommandContext&) {
    if (task.status != TaskStatus::active) return {};
    return fail(ErrorCode::conflict, fmt::format("Task {} is active.", task.id.text()), "Release or complete it first.",
                "Somebody works on it.");
}

}  // namespace

std::vector<Command> task_commands() {
    return {
        with_run(create_noun<Task>("task create", "Put a task on the list, to be started later.", "name"),
                 in_order<run_create<Task, settle_task>>),
        loosening(with_run(change_noun<Task, no_rule<Task>, StatusChange::by_own_command>(
                               "task change", "Change what a task asks for or allows.", Access::person),
                           in_order<run_change<Task, settle_task, StatusChange::by_own_command>>)),
        remove_noun<Task, check_is_idle>("task remove", "Take a task out of use; it stays in the store.",
                                         Access::person),
    };
}

}  // namespace hm
