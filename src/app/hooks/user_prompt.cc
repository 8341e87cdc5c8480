#include "app/hooks/session_events.h"

#include <algorithm>

#include "app/event/hook_frame.h"
#include "app/hooks/record.h"
#include "app/session/read_head.h"
#include "app/session/tree.h"
#include "base/redact.h"
#include "engine/recall/query_words.h"
#include "engine/work/intent_shift.h"
#include "store/queries/session.h"
#include "store/queries/work.h"
#include "view/situation_text.h"

namespace hm {
namespace {

constexpr std::int64_t writes_that_need_an_aim = 5;
constexpr std::int64_t most_branches = 100;

// What the work goes on with: the task in hand, unless the read-head was turned to another one since. Who turns it with
// this very prompt does not go on.
Result<std::string> flow_of(std::string_view prompt, const std::vector<Task>& in_hand, HookFrame& frame,
                            Workspace& workspace) {
    if (recognise_shift(without_own_text(prompt))) return std::string();
    HM_TRY_ASSIGN(const std::vector<Task> at_head,
                  tasks_at_read_head(frame.session.id, workspace.store.connection(), frame.bad));
    const auto is_newest = [&](const Task& task) { return !in_hand.empty() && task.id == in_hand.back().id; };
    const auto found = std::find_if(at_head.begin(), at_head.end(), is_newest);
    if (found != at_head.end()) return flow_text(*found);
    return at_head.empty() ? std::string() : flow_text(at_head.front());
}

}  // namespace

Result<PromptAnswer> user_prompt(const UserPrompt& event, Workspace& workspace) {
    HM_TRY_ASSIGN(HookFrame frame, begin_hook(event.who, &Settings::record_deadline, workspace));
    const ReadPrompt read = read_prompt(event.text, event.is_from_tool ? PromptAuthor::tool : PromptAuthor::person);
    PromptAnswer answer{read.sort, {}};
    if (read.sort == PromptSort::not_a_prompt) return answer;
    Connection& connection = workspace.store.connection();
    HM_TRY_ASSIGN(const auto head, read_head_for(connection, frame.session.id, frame.bad));
    HM_TRY_ASSIGN(const auto tasks, tasks_in_hand(connection, frame.session.id, frame.bad));
    Happening happening{.kind = HappeningKind::prompt};
    happening.has_task = !tasks.empty();
    happening.points = read.points;
    const bool has_plan = head && head->active_plan_id;
    if (has_plan) {
        HM_TRY_ASSIGN(happening.completed_branches,
                      count_completed_tasks(connection, *head->active_plan_id, most_branches));
    }
    const SessionCounters counters = read_counters(frame.session.counters);
    happening.has_no_tree = !head && tasks.empty() && counters.write_calls >= writes_that_need_an_aim;
    Event said = hook_event("session.prompt", redact(shorten(repair_utf8(event.text), 120)), frame, workspace);
    if (!tasks.empty()) said.task_id = tasks.back().id;
    said.facts = {{"sort", name_of(read.sort)},
                  {"words", read.words},
                  {"points", read.points},
                  {"root", workspace.store.paths().root.string()}};
    HM_TRY(record(std::move(said), std::nullopt, frame, workspace, std::move(happening)));
    if (read.sort == PromptSort::flow) {
        HM_TRY_ASSIGN(answer.flow, flow_of(event.text, tasks, frame, workspace));
    }
    return answer;
}

}  // namespace hm
