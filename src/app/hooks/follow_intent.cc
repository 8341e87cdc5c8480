#include "app/hooks/follow_intent.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/bus.h"
#include "app/task_meant.h"
#include "base/redact.h"
#include "engine/intent/intent_shift.h"
#include "engine/recall/own_text.h"

namespace hm {
namespace {

std::string how_recognised(const IntentShift& shift) {
    return fmt::format("The prompt said \"{}\" with \"{}\" ({} sign).", shift.cue, shift.target, name_of(shift.sign));
}

bool is_at_head(const LoadedReadHead& head, const Task& task) {
    return !head.tasks.empty() && head.tasks.front().id == task.id;
}

std::string sentence_for_agent(const IntentShift& shift, const std::optional<Task>& task) {
    if (!task) {
        return fmt::format(
            "The person turned the work to: {}. No task is known for it: govern_task start with a name "
            "begins one.",
            shift.target);
    }
    return fmt::format("The person turned the work to \"{}\" ({}). What was in hand waits.", task->name.view(),
                       shift.cue);
}

}  // namespace

Result<std::optional<std::string>> follow_intent(std::string_view prompt, HookFrame& frame, Workspace& workspace) {
    // A subagent's prompt was written by an agent.
    if (frame.session.parent_session_id || !frame.unsaved.empty()) return std::nullopt;
    const std::optional<IntentShift> shift = recognise_shift(without_own_text(prompt));
    if (!shift) return std::nullopt;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const LoadedReadHead head, load_read_head(frame.session.id, connection, frame.bad));
    HM_TRY_ASSIGN(const std::optional<Task> task, task_meant(shift->target, head, connection, frame.bad));
    const bool changes_nothing = task ? is_at_head(head, *task) : shift->sign == ShiftSign::weak;
    if (changes_nothing) return std::nullopt;
    json::object input{{"intent", shorten(shift->target, Paragraph::max_characters)},
                       {"because", shorten(how_recognised(*shift), Paragraph::max_characters)}};
    if (task) input["task_id"] = task->id.text();
    const CommandRequest request{
        input,
        {ActorKind::hook, frame.session.role.str(), frame.session.id, frame.session.stamp.str()},
        frame.request_id.empty() ? std::string() : frame.request_id + ".shift",
        frame.settings.pack_deadline};
    HM_TRY(execute(*find_command("trajectory shift"), request, workspace));
    return redact(sentence_for_agent(*shift, task));
}

}  // namespace hm
