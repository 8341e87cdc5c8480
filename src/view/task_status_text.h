// Where a task stands, in a few lines for the one who works on it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/completion/completion.h"
#include "view/shown_task.h"

namespace hm {

struct TaskStanding {
    ShownTask shown;
    std::string plan;  // its title; empty when it belongs to none
    CompletionFacts completion;
};

std::string task_status_text(const std::vector<TaskStanding>& tasks);
json::array task_status_json(const std::vector<TaskStanding>& tasks);

}  // namespace hm
