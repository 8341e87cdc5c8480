#include <fmt/format.h>

#include <algorithm>

#include "app/session/liveness.h"
#include "app/session/read_head.h"
#include "app/work/task.h"
#include "base/short_id.h"
#include "domain/comment.h"
#include "domain/lifecycles.h"
#include "store/queries/session.h"
#include "store/queries/task.h"
#include "store/queries/work.h"
#include "view/hand_over_text.h"

namespace hm {
namespace {

// Another session of the same conversation is not another: a session gives its own children work, and takes it back.
Result<std::string> taker_words(const CommandContext& context) {
    if (!context.actor.session_id) return std::string("a person");
    HM_TRY_ASSIGN(const auto session, find<Session>(context.connection(), *context.actor.session_id, context.bad));
    if (!session) return std::string("another session");
    return fmt::format("session {} ({} in {})", session->stamp.view(), session->role.view(), session->client.view());
}

// It reads it with its next pack, should it come back.
Result<void> tell_who_had_it(const Task& task, const SeenSession& from, const CommandContext& context) {
    HM_TRY_ASSIGN(const std::string taker, taker_words(context));
    Comment note;
    HM_TRY(context.begin(note));
    note.on_id = from.session.id;
    HM_TRY_ASSIGN(note.author, Word::make("hivemind"));
    HM_TRY_ASSIGN(note.text, Paragraph::make(shorten(lost_task_note(task, taker, from.liveness, from.last_heard_at),
                                                     Paragraph::max_characters)));
    return insert(context.transaction, note);
}

Result<void> pass_delegation(const Task& task, const CommandContext& context) {
    HM_TRY_ASSIGN(auto open, open_delegations_of(context.connection(), task.id, context.bad));
    for (Delegation& delegation : open) {
        if (delegation.status != DelegationStatus::accepted) continue;
        delegation.child_session_id = context.actor.session_id;
        delegation.modified_at = context.now;
        HM_TRY(update(context.transaction, delegation));
    }
    return accept_delegation(task, context);
}

Result<Receipt> pass_on(Task task, const SeenSession& from, const CommandContext& context) {
    if (task.status == TaskStatus::review) HM_TRY(move_to(task, TaskStatus::active, context.now));
    task.taken_from = from.session.id;
    task.assigned_session_id = context.actor.session_id;
    begin_ownership(task);
    task.modified_at = context.now;
    HM_TRY(update(context.transaction, task));
    HM_TRY(tell_who_had_it(task, from, context));
    HM_TRY(pass_delegation(task, context));
    HM_TRY(read_heads_off(task, context));
    HM_TRY_ASSIGN(const auto parked, park_others(task, context));
    HM_TRY(read_head_to(task, context));
    const HolderWords holder{from.session, from.liveness, from.last_heard_at};
    Receipt receipt{
        fmt::format("Took up \"{}\", left by {}. Writes now belong to it.", task.name.view(), holder_text(holder)),
        task.id, task.id};
    receipt.details["taken_from"] = from.session.id.text();
    receipt.details["holder_was"] = name_of(from.liveness);
    if (!parked.empty()) receipt.details["parked"] = lines_of(parked);
    if (!task.file_locks.empty()) receipt.details["file_locks"] = static_cast<std::int64_t>(task.file_locks.size());
    return receipt;
}

bool is_part_of_the_other(const Task& one, const Task& other, const CommandContext& context) {
    std::optional<Id> above = one.parent_task_id;
    for (int depth = 0; above && depth < 16; ++depth) {
        if (*above == other.id) return true;
        const auto parent = find<Task>(context.connection(), *above, context.bad);
        above = parent && *parent ? (*parent)->parent_task_id : std::nullopt;
    }
    return false;
}

}  // namespace

Result<Receipt> take_over(Task task, const CommandContext& context) {
    HM_TRY_ASSIGN(auto session, find<Session>(context.connection(), *task.assigned_session_id, context.bad));
    if (!session) {
        return fail(ErrorCode::not_found, fmt::format("The session of task {} cannot be read.", task.id.text()),
                    "Run `hivemind doctor`.");
    }
    HM_TRY_ASSIGN(const SeenSession holder,
                  look_at_session(std::move(*session), context.settings, context.now, context.connection()));
    const bool is_nobody_in_particular = !context.actor.session_id;
    if (holder.liveness == Liveness::alive || is_nobody_in_particular) {
        return fail(held_by_another(task, {holder.session, holder.liveness, holder.last_heard_at},
                                    context.settings.session_lease));
    }
    HM_TRY(check_may_begin(task, context));
    return pass_on(std::move(task), holder, context);
}

Result<std::vector<std::string>> park_others(const Task& task, const CommandContext& context) {
    std::vector<std::string> lines;
    if (!context.actor.session_id) return lines;
    HM_TRY_ASSIGN(std::vector<Task> in_hand,
                  active_tasks_of(context.connection(), *context.actor.session_id, context.bad));
    for (Task& other : in_hand) {
        const bool belongs = other.id == task.id || is_part_of_the_other(task, other, context) ||
                             is_part_of_the_other(other, task, context);
        if (belongs) continue;
        HM_TRY(move_to(other, TaskStatus::planned, context.now));
        other.modified_at = context.now;
        HM_TRY(update(context.transaction, other));
        HM_TRY(read_heads_off(other, context));
        lines.push_back(fmt::format(
            "\"{}\" waits in the list; govern_task {{\"action\":\"start\",\"task\":\"{}\"}} takes it up again.",
            shorten(other.name.view(), 80), short_id(other.id)));
    }
    return lines;
}

}  // namespace hm
