// The whole prompt of a compaction where a person wrote their own: what they wrote, the summary before this one, and
// our block. A client that takes a prompt of ours adds neither of the two itself, and what it leaves out is forgotten.
#pragma once

#include <string>
#include <string_view>

namespace hm {

std::string compaction_prompt_text(std::string_view own, std::string_view prior_summary, std::string_view block);

}  // namespace hm
