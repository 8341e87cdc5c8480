// Edits OpenCode's configuration text without touching anything else in it: comments, order and layout stay.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace hm::opencode {

// The text with `plugin` first in its plugin list. The same text when it already is.
Result<std::string> with_plugin_first(std::string_view config, std::string_view plugin);

Result<std::string> without_plugin(std::string_view config, std::string_view plugin);

}  // namespace hm::opencode
