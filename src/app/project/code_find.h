// Asking the code map where something is.
#pragma once

#include <string>
#include <vector>

#include "domain/code_file.h"
#include "engine/codemap/rank_files.h"
#include "store/sqlite/connection.h"

namespace hm {

// Best first. The map is asked as it is.
Result<std::vector<FoundFile>> find_in_code(Connection& codemap, std::string_view question, std::size_t most,
                                            const FindWeights& weights = shipped_find_weights);

}  // namespace hm
