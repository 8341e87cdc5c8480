#include "engine/work/readiness.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/strings.h"
#include "domain/decision.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task.h"

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

namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
constexpr std::size_t longest_cycle_name = 60;
constexpr std::size_t most_named = 12;

std::vector<std::size_t> way_back(const std::vector<std::size_t>& reached_from, std::size_t start, std::size_t last) {
    std::vector<std::size_t> way{start};
    for (std::size_t at = last; at != start; at = reached_from[at]) way.push_back(at);
    way.push_back(start);
    std::reverse(way.begin(), way.end());
    return way;
}

}  // namespace

std::optional<std::size_t> record_on_cycle(const NeedGraph& graph) {
    std::vector<std::size_t> needed_by_others(graph.nodes.size(), 0);
    for (const NeedGraph::Node& node : graph.nodes) {
        for (const std::size_t needed : node.needs) ++needed_by_others[needed];
    }
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (needed_by_others[i] == 0) free.push_back(i);
    }
    // What nobody needs is in no cycle, and without it others are needed by nobody.
    for (std::size_t next = 0; next < free.size(); ++next) {
        for (const std::size_t needed : graph.nodes[free[next]].needs) {
            if (--needed_by_others[needed] == 0) free.push_back(needed);
        }
    }
    if (free.size() == graph.nodes.size()) return std::nullopt;
    // Each of the rest is needed by another of the rest, so that going from one to who needs it ends in a circle.
    std::vector<std::size_t> who_needs(graph.nodes.size(), nowhere);
    std::size_t at = nowhere;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (needed_by_others[i] == 0) continue;
        at = i;
        for (const std::size_t needed : graph.nodes[i].needs) who_needs[needed] = i;
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) at = who_needs[at];
    return at;
}

std::vector<std::size_t> find_cycle(const NeedGraph& graph, std::size_t start) {
    std::vector<std::size_t> reached_from(graph.nodes.size(), nowhere);
    std::vector<std::size_t> queue{start};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::size_t at = queue[next];
        for (const std::size_t needed : graph.nodes[at].needs) {
            if (needed == start) return way_back(reached_from, start, at);
            if (reached_from[needed] != nowhere) continue;
            reached_from[needed] = at;
            queue.push_back(needed);
        }
    }
    return {};
}

std::string cycle_in_words(const NeedGraph& graph, const std::vector<std::size_t>& cycle) {
    std::string words;
    const std::size_t left_out = cycle.size() > most_named ? cycle.size() - most_named : 0;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const bool is_in_the_middle = left_out > 0 && i >= most_named / 2 && i < most_named / 2 + left_out;
        if (is_in_the_middle && i > most_named / 2) continue;
        if (!words.empty()) words += " → ";
        words += is_in_the_middle ? fmt::format("… {} more …", left_out)
                                  : fmt::format("\"{}\"", shorten(graph.nodes[cycle[i]].name, longest_cycle_name));
    }
    return words;
}

}  // namespace hm
