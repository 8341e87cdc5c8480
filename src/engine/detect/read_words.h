// What the words of agents and people say about the session: words of somebody who is stuck, and the weight of a
// prompt. Pure.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/fields.h"
#include "domain/session_counters.h"
#include "engine/gate/facts.h"

namespace hm {

// The first word of somebody who is stuck; empty when there is none.
// REQUIRES: `words` were written by the agent about its work: no output of a tool, no content of a file.
std::string_view stuck_word_in(std::string_view words);

// flow: a short one, which goes on with what is being done; gathering: a long one, which weighs on the context.
HM_ENUM(PromptSort, flow, plain, gathering, not_a_prompt)

struct ReadPrompt {
    PromptSort sort = PromptSort::plain;
    std::int64_t words = 0;
    std::int64_t points = 0;  // 0 unless gathering
};

HM_ENUM(PromptAuthor, person, tool)

ReadPrompt read_prompt(std::string_view prompt, PromptAuthor author);

// What a tool does, by its kind where the client told it, and by its name where not.
ToolClass class_of(ToolKind kind, std::string_view tool, bool writes_files);

}  // namespace hm
