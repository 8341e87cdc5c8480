// What a fresh session opens with when another was split: the state, and the last messages as they were.
#pragma once

#include <string>
#include <vector>

#include "domain/session.h"
#include "engine/split/split.h"

namespace hm {

std::string split_text(const Session& session, std::string_view pack, const std::vector<SplitMessage>& messages);

}  // namespace hm
