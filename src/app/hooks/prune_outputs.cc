#include "app/hooks/prune_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/event/hook_frame.h"
#include "app/hooks/record.h"
#include "app/session/read_head.h"
#include "engine/session/context.h"
#include "store/queries/event.h"
#include "store/queries/session.h"
#include "store/queries/task.h"

namespace hm {
namespace {

constexpr std::size_t most_sessions = 64;
constexpr std::int64_t most_batches_read = 400;
constexpr std::size_t most_bytes_of_calls = 1'500;
// A batch that did not pay is not looked for again with the next request.
constexpr std::int64_t turns_before_another_look = 5;
constexpr std::int64_t requests_of_a_long_turn = 10;

constexpr std::string_view prune_kind = "prune";
constexpr std::string_view prompt_kind = "session.prompt";

Result<PruneMemory::Known> read_known(const HookFrame& frame, Workspace& workspace, BadRows& bad) {
    EventFilter filter{.session_id = frame.session.id, .kind_prefix = std::string(prune_kind)};
    filter.limit = most_batches_read;
    HM_TRY_ASSIGN(const std::vector<Event> batches, list_events(workspace.store.connection(), filter, bad));
    PruneMemory::Known known;
    for (const Event& batch : batches) {
        const json::value* calls = batch.facts.if_contains("calls");
        if (calls == nullptr || !calls->is_array()) continue;
        for (const json::value& call : calls->get_array()) {
            if (call.is_string()) known.left_out.emplace(call.get_string());
        }
    }
    EventFilter since{.session_id = frame.session.id, .kind_prefix = std::string(prompt_kind)};
    since.after_seq = batches.empty() ? 0 : batches.front().seq;
    since.limit = turns_between_batches;
    HM_TRY_ASSIGN(const std::vector<Event> prompts, list_events(workspace.store.connection(), since, bad));
    known.turns_since_last = static_cast<std::int64_t>(prompts.size());
    return known;
}

void mark_repeated(std::vector<ToolOutput>& outputs, const WorkOfCalls& work) {
    std::set<std::string> later;
    for (auto output = outputs.rbegin(); output != outputs.rend(); ++output) {
        const std::string looked_at = work.looked_at(output->call_id);
        if (!looked_at.empty() && !later.insert(looked_at).second) output->work = OutputWork::repeated;
    }
}

bool is_worth_a_look(const OutputsHeld& held, const PruneMemory::Known& known) {
    if (known.turns_since_last < turns_between_batches) return false;
    std::int64_t characters = 0;
    for (const HeldOutput& output : held.outputs) {
        if (!known.left_out.contains(output.call_id)) characters += output.characters;
    }
    return characters >= least_characters_of_a_batch;
}

// As many calls as one event may name; takes them from the front.
json::array take_calls(std::vector<std::string>& calls) {
    json::array taken;
    std::size_t bytes = 0;
    std::size_t count = 0;
    while (count < calls.size() && bytes + calls[count].size() + 3 <= most_bytes_of_calls) {
        bytes += calls[count].size() + 3;
        taken.emplace_back(calls[count++]);
    }
    // An id that alone is too long is not named; its output is left out until the process ends.
    calls.erase(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(count, 1)));
    return taken;
}

Result<void> record_batch(const PruneBatch& batch, const HookFrame& frame, Workspace& workspace) {
    std::vector<std::string> rest = batch.call_ids;
    const std::string summary =
        fmt::format("Left out {} tool outputs: {} characters saved with each request, {} read again once.",
                    batch.call_ids.size(), batch.characters_saved, batch.prefix_lost);
    bool is_first = true;
    while (!rest.empty()) {
        Event event = hook_event(prune_kind, summary, frame, workspace);
        event.request_id.reset();  // the request's own record carries it
        event.facts = {{"calls", take_calls(rest)}};
        if (is_first) {
            event.facts["characters_saved"] = batch.characters_saved;
            event.facts["prefix_lost"] = batch.prefix_lost;
        }
        is_first = false;
        HM_TRY(record(std::move(event), std::nullopt, frame, workspace));
    }
    return {};
}

Result<std::optional<PruneBatch>> next_batch(const OutputsHeld& held, const PruneMemory::Known& known, HookFrame& frame,
                                             Workspace& workspace) {
    HM_TRY_ASSIGN(const WorkOfCalls work, WorkOfCalls::load(frame.session.id, workspace, frame.bad));
    HM_TRY_ASSIGN(const SessionCounters counters, counters_of(workspace.store.connection(), frame.session.id));
    // A context that is nearly full is about to be summarised or left for a fresh one.
    PruneFacts facts{.turns_since_last = known.turns_since_last,
                     .is_compaction_pending = decide_split(counters, frame.settings).is_due};
    for (const HeldOutput& output : held.outputs) {
        facts.outputs.push_back(
            {output.call_id, output.characters, work.of(output.call_id), known.left_out.contains(output.call_id)});
    }
    mark_repeated(facts.outputs, work);
    return choose_outputs(facts);
}

std::vector<std::string> left_out_now(const OutputsHeld& held, const PruneMemory::Known& known) {
    std::vector<std::string> calls;
    for (const HeldOutput& output : held.outputs) {
        if (known.left_out.contains(output.call_id)) calls.push_back(output.call_id);
    }
    return calls;
}

}  // namespace

PruneMemory::Known* PruneMemory::find(const std::string& session) {
    const auto found = sessions_.find(session);
    if (found == sessions_.end()) return nullptr;
    found->second.used = ++uses_;
    return &found->second;
}

PruneMemory::Known& PruneMemory::keep(const std::string& session, Known known) {
    if (sessions_.size() >= most_sessions) {
        const auto by_use = [](const auto& a, const auto& b) { return a.second.used < b.second.used; };
        sessions_.erase(std::min_element(sessions_.begin(), sessions_.end(), by_use));
    }
    known.used = ++uses_;
    return sessions_[session] = std::move(known);
}

void PruneMemory::begin_turn(const std::string& session) {
    Known* known = find(session);
    if (known == nullptr) return;
    known->turns_since_last += 1;
    known->requests_of_turn = 0;
}

Result<std::vector<std::string>> prune_outputs(const OutputsHeld& held, PruneMemory& memory, Workspace& workspace) {
    if (held.outputs.empty()) return std::vector<std::string>{};
    PruneMemory::Known* known = memory.find(held.who.session);
    std::optional<HookFrame> frame;
    if (known == nullptr) {
        HM_TRY_ASSIGN(frame, begin_hook(held.who, &Settings::pack_deadline, workspace));
        HM_TRY_ASSIGN(PruneMemory::Known read, read_known(*frame, workspace, frame->bad));
        known = &memory.keep(held.who.session, std::move(read));
    }
    if (++known->requests_of_turn % requests_of_a_long_turn == 0) known->turns_since_last += 1;
    if (is_worth_a_look(held, *known)) {
        if (!frame) {
            HM_TRY_ASSIGN(frame, begin_hook(held.who, &Settings::pack_deadline, workspace));
        }
        HM_TRY_ASSIGN(const std::optional<PruneBatch> batch, next_batch(held, *known, *frame, workspace));
        known->turns_since_last = batch ? 0 : turns_between_batches - turns_before_another_look;
        if (batch) {
            HM_TRY(record_batch(*batch, *frame, workspace));
            known->left_out.insert(batch->call_ids.begin(), batch->call_ids.end());
        }
    }
    return left_out_now(held, *known);
}

namespace {

constexpr std::int64_t most_events_read = 4'000;

bool has_ended(TaskStatus status) {
    switch (status) {
        case TaskStatus::completed:
        case TaskStatus::failed:
        case TaskStatus::abandoned:
        case TaskStatus::invalidated: return true;
        case TaskStatus::planned:
        case TaskStatus::active:
        case TaskStatus::review: return false;
    }
    return false;
}

}  // namespace

Result<WorkOfCalls> WorkOfCalls::load(const Id& session_id, Workspace& workspace, BadRows& bad) {
    Connection& connection = workspace.store.connection();
    WorkOfCalls found;
    HM_TRY_ASSIGN(const std::vector<Task> at_hand, tasks_in_hand(connection, session_id, bad));
    for (const Task& task : at_hand) found.work_.emplace(task.id, OutputWork::at_hand);
    EventFilter filter{.session_id = session_id};
    filter.limit = most_events_read;
    HM_TRY_ASSIGN(const std::vector<Event> events, list_events(connection, filter, bad));
    for (const Event& event : events) {
        const std::string_view call = text_member(event.facts, "call_id");
        if (call.empty()) continue;
        const std::string_view print = text_member(event.facts, "print");
        if (!print.empty()) found.prints_.emplace(call, print);
        if (event.task_id) HM_TRY(found.add(std::string(call), *event.task_id, connection, bad));
    }
    return found;
}

OutputWork WorkOfCalls::of(const std::string& call) const {
    const auto found = calls_.find(call);
    return found == calls_.end() ? OutputWork::other : found->second;
}

std::string WorkOfCalls::looked_at(const std::string& call) const {
    const auto found = prints_.find(call);
    return found == prints_.end() ? std::string() : found->second;
}

Result<void> WorkOfCalls::add(std::string call, const Id& task_id, Connection& connection, BadRows& bad) {
    auto known = work_.find(task_id);
    if (known == work_.end()) {
        HM_TRY_ASSIGN(const std::optional<Task> task, hm::find<Task>(connection, task_id, bad));
        const bool is_over = !task || has_ended(task->status);
        known = work_.emplace(task_id, is_over ? OutputWork::ended : OutputWork::other).first;
    }
    calls_.emplace(std::move(call), known->second);
    return {};
}

}  // namespace hm
