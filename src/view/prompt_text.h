// The words of the MCP server: what a client's model is told at the start, and the prompts a person can choose.
#pragma once

#include <string>
#include <string_view>

namespace hm {

std::string server_instructions();

std::string resume_prompt();
std::string plan_prompt(std::string_view goal);
std::string review_prompt(std::string_view task_id);  // empty: whatever was done

// The name of the prompt that a text begins as; "" when it is none of these.
std::string_view prompt_named_by(std::string_view text);

}  // namespace hm
