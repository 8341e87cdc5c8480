// The status words of old files, in today's words. A word nobody knows counts as not begun; the old word is kept.
#pragma once

#include <string>
#include <string_view>

#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/task.h"

namespace hm::first {

TaskStatus task_status(std::string_view word);
PlanStatus plan_status(std::string_view word);
PhaseStatus phase_status(std::string_view word);

// "spec-kit" is spec_kit; development when nobody knows it.
PlanCategory plan_category(std::string_view word);

}  // namespace hm::first
