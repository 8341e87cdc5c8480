// The pages of docs/reference, made from the entries, the agents' tools, the settings and the exit codes.
#pragma once

#include <map>
#include <string>

namespace hm::cli {

// Each file's name with its text, in Markdown. The same program always makes the same bytes.
std::map<std::string, std::string> reference_pages();

}  // namespace hm::cli
