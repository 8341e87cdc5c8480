// `hivemind serve opencode`: the child that the plugin keeps. One JSON object a line in, one out; it ends
// when its input ends, so it cannot outlive its host. Calls are answered before all else (waiting_lines.h), and what
// takes long is done behind the answers by another process (behind.h).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "base/time.h"

namespace hm::opencode {

// Hands over to a newer program what was read and not answered; returns when there is none.
using GiveWay = std::function<void(std::string_view unread)>;

// `buffer` is what was read before this process began. Returns the exit code.
int serve(const std::filesystem::path& directory, Clock& clock, IdSource& ids, const std::string& buffer,
          const GiveWay& give_way);

}  // namespace hm::opencode
