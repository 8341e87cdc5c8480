// Secrets of this machine: names nobody can guess, and the project's token for `hivemind mcp --http`.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace hm::mcp {

// Twice as many hexadecimal digits, from the kernel's random bytes.
std::string random_hex(std::size_t bytes);

// The token in the file; made, readable for its owner alone, when there is none. A file that others could read or that
// holds something else is replaced. Two processes that begin at once agree on one token.
Result<std::string> project_token(const std::filesystem::path& file);

}  // namespace hm::mcp
