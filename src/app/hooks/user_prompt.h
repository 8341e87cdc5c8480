// The person said something: it is counted, weighed, and a short one is answered with where the work is.
#pragma once

#include <string>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "engine/detect/read_words.h"

namespace hm {

struct PromptAnswer {
    PromptSort sort = PromptSort::plain;
    std::string flow;  // one line for the model, of a short prompt; may be empty
};

Result<PromptAnswer> user_prompt(const UserPrompt& event, Workspace& workspace);

}  // namespace hm
