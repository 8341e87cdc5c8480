// A text as one word of a POSIX shell, whatever is in it. A plain one stays as it is, so that people can read it.
#pragma once

#include <string>
#include <string_view>

namespace hm {

std::string shell_word(std::string_view text);

}  // namespace hm
