// Asks the person before something is written outside the project's own directory.
#pragma once

#include <optional>

#include "adapters/cli/environment.h"

namespace hm::cli {

// Nothing when the person agrees, or agreed beforehand with --yes; else the exit code to end with.
// REQUIRES: what would be done was printed.
std::optional<int> ended_without_consent(bool has_agreed, std::string_view question, Environment& environment);

}  // namespace hm::cli
