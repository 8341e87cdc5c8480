// The words for a task that cannot count as done yet: what is missing, and how to go on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "engine/completion/completion.h"

namespace hm {

// At most a few lines; the last one counts the rest.
std::vector<std::string> missing_lines(const std::vector<Missing>& missing);

std::string review_sentence(std::string_view task, std::size_t missing);
std::string review_advice(const Id& task_id);

// For a plan whose last task is over: what must hold, and how to say that it does.
std::string reached_advice(const Id& plan_id, const std::vector<Sentence>& acceptance);

}  // namespace hm
