// task create: puts a piece of work on the list, to be started later.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "domain/task.h"

namespace hm {
namespace {

struct CreateTask {
    Title name;
    std::optional<Paragraph> expected_output;
    std::vector<Id> depends_on;
    std::vector<FilePath> allowed_paths;
    std::optional<Id> parent_task_id;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Task::name, &CreateTask::name));
        visit(same_as(&Task::expected_output, &CreateTask::expected_output));
        visit(same_as(&Task::depends_on, &CreateTask::depends_on));
        visit(same_as(&Task::allowed_paths, &CreateTask::allowed_paths));
        visit(same_as(&Task::parent_task_id, &CreateTask::parent_task_id));
    }
};

Result<Receipt> run(const CreateTask& input, const CommandContext& context) {
    Task task;
    HM_TRY(context.begin(task));
    task.name = input.name;
    task.expected_output = input.expected_output;
    task.depends_on = input.depends_on;
    task.allowed_paths = input.allowed_paths;
    task.parent_task_id = input.parent_task_id;
    task.kind = input.parent_task_id ? TaskKind::sub : TaskKind::main;
    HM_TRY(insert(context.transaction, task));
    return Receipt{fmt::format("Planned the task \"{}\".", task.name.view()), task.id, task.id};
}

}  // namespace

Command create_task() {
    return make_command<CreateTask, run>("task create", "Put a task on the list, to be started later.", "name");
}

}  // namespace hm
