#include "engine/first_implementation/status_words.h"

#include <algorithm>
#include <array>

namespace hm::first {
namespace {

struct Word {
    std::string_view old;
    TaskStatus task;
};

constexpr std::array<Word, 18> words{{
    {"pending", TaskStatus::planned},
    {"planned", TaskStatus::planned},
    {"draft", TaskStatus::planned},
    {"todo", TaskStatus::planned},
    {"blocked", TaskStatus::planned},
    {"in_progress", TaskStatus::active},
    {"in-progress", TaskStatus::active},
    {"active", TaskStatus::active},
    {"review", TaskStatus::review},
    {"complete", TaskStatus::completed},
    {"completed", TaskStatus::completed},
    {"done", TaskStatus::completed},
    {"failed", TaskStatus::failed},
    {"cancelled", TaskStatus::abandoned},
    {"canceled", TaskStatus::abandoned},
    {"abandoned", TaskStatus::abandoned},
    {"deferred", TaskStatus::planned},
    {"invalidated", TaskStatus::invalidated},
}};

}  // namespace

TaskStatus task_status(std::string_view word) {
    const auto found = std::find_if(words.begin(), words.end(), [&](const Word& each) { return each.old == word; });
    return found == words.end() ? TaskStatus::planned : found->task;
}

PlanStatus plan_status(std::string_view word) {
    if (word == "archived") return PlanStatus::archived;
    switch (task_status(word)) {
        case TaskStatus::active:
        case TaskStatus::review: return PlanStatus::active;
        case TaskStatus::completed: return PlanStatus::completed;
        case TaskStatus::failed:
        case TaskStatus::abandoned:
        case TaskStatus::invalidated: return PlanStatus::abandoned;
        case TaskStatus::planned: break;
    }
    return PlanStatus::draft;
}

PhaseStatus phase_status(std::string_view word) {
    switch (plan_status(word)) {
        case PlanStatus::active: return PhaseStatus::active;
        case PlanStatus::completed: return PhaseStatus::completed;
        case PlanStatus::archived:
        case PlanStatus::abandoned: return PhaseStatus::abandoned;
        case PlanStatus::draft: break;
    }
    return PhaseStatus::planned;
}

PlanCategory plan_category(std::string_view word) {
    std::string name(word);
    std::replace(name.begin(), name.end(), '-', '_');
    return enum_named<PlanCategory>(name).value_or(PlanCategory::development);
}

}  // namespace hm::first
