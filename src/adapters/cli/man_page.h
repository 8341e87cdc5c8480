// hivemind.1, made from the entries and the exit codes.
#pragma once

#include <string>

#include "adapters/cli/entries.h"

namespace hm::cli {

std::string man_page(const std::vector<Entry>& entries);

}  // namespace hm::cli
