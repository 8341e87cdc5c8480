#include "engine/graph/readiness.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "domain/decision.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task_lifecycle.h"

namespace hm {
namespace {

constexpr std::size_t longest_name = 80;

bool is_task_completed(std::string_view status) {
    return status == name_of(TaskStatus::completed);
}

bool is_task_ended(std::string_view status) {
    const auto known = enum_named<TaskStatus>(status);
    return !known || is_ended(*known);
}

bool is_plan_over(std::string_view status) {
    return status != name_of(PlanStatus::draft) && status != name_of(PlanStatus::active);
}

bool is_phase_over(std::string_view status) {
    return status != name_of(PhaseStatus::planned) && status != name_of(PhaseStatus::active);
}

// A reason is somebody's sentence; here it stands inside of one.
std::string within_a_sentence(std::string_view reason) {
    while (reason.ends_with('.') || reason.ends_with(' ')) reason.remove_suffix(1);
    return shorten(reason, 200);
}

std::string named(const Blocker& blocker) {
    return fmt::format("\"{}\" ({})", shorten(blocker.name, longest_name), blocker.status);
}

}  // namespace

bool is_met(const Awaited& awaited) {
    switch (awaited.as) {
        case AwaitedAs::dependency:
        case AwaitedAs::temporal_gate: return is_task_completed(awaited.status);
        case AwaitedAs::decision: return awaited.status != name_of(DecisionStatus::unresolved);
        case AwaitedAs::parent: return !is_task_ended(awaited.status);
        case AwaitedAs::phase: return !is_phase_over(awaited.status);
        case AwaitedAs::plan: return !is_plan_over(awaited.status);
        case AwaitedAs::plan_dependency:
            return awaited.status == name_of(PlanStatus::completed) || awaited.status == name_of(PlanStatus::archived);
    }
    return false;
}

std::vector<Blocker> blockers_among(std::span<const Awaited> awaited) {
    std::vector<Blocker> blockers;
    std::copy_if(awaited.begin(), awaited.end(), std::back_inserter(blockers),
                 [](const Awaited& each) { return !is_met(each); });
    return blockers;
}

std::string to_words(const Blocker& blocker) {
    switch (blocker.as) {
        case AwaitedAs::dependency: return "waits for task " + named(blocker);
        case AwaitedAs::temporal_gate:
            return "may begin only after task " + named(blocker) +
                   (blocker.reason.empty() ? "" : ": " + within_a_sentence(blocker.reason));
        case AwaitedAs::decision: return "needs the decision " + named(blocker);
        case AwaitedAs::parent: return "is a part of task " + named(blocker);
        case AwaitedAs::phase: return "belongs to the phase " + named(blocker);
        case AwaitedAs::plan: return "belongs to the plan " + named(blocker);
        case AwaitedAs::plan_dependency: return "belongs to a plan that waits for the plan " + named(blocker);
    }
    return {};
}

std::string remedy_of(const Blocker& blocker) {
    switch (blocker.as) {
        case AwaitedAs::dependency:
        case AwaitedAs::temporal_gate: {
            const auto status = enum_named<TaskStatus>(blocker.status);
            if (status && is_ended(*status)) {
                return fmt::format(
                    "It ended as {}: ask the person to `hivemind task reopen {}`, or to change what "
                    "this task depends on.",
                    blocker.status, blocker.id.text());
            }
            return fmt::format("Complete task {} first.", blocker.id.text());
        }
        case AwaitedAs::decision:
            return fmt::format("Take it first: `hivemind decision resolve {} \"…\"`.", blocker.id.text());
        case AwaitedAs::parent: return fmt::format("Ask the person to `hivemind task reopen {}`.", blocker.id.text());
        case AwaitedAs::phase:
        case AwaitedAs::plan: return "Plan the work in what is still open.";
        case AwaitedAs::plan_dependency:
            return fmt::format("Complete the plan {} first: `hivemind plan complete {}`.", blocker.id.text(),
                               blocker.id.text());
    }
    return {};
}

}  // namespace hm
