// The words of the MCP server: what a client's model is told at the start, and the prompts a person can choose.
#pragma once

#include <string>
#include <string_view>

namespace hm {

std::string server_instructions();

std::string resume_prompt();
std::string plan_prompt(std::string_view goal);
std::string review_prompt(std::string_view task_id);  // empty: whatever was done

}  // namespace hm
