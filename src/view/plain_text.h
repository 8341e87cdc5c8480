// Stored text made safe for a terminal: control characters and line breaks become spaces, so that nothing
// stored can move the cursor or colour the screen.
#pragma once

#include <string>
#include <string_view>

namespace hm {

std::string plain_text(std::string_view text);

}  // namespace hm
