// A line from standard input, read with C's stream: the streams of C++ cost every start of the program, used or not.
#pragma once

#include <optional>
#include <string>

namespace hm::cli {

// The next line without its end, cut at 1 MB; nothing at the end of the input.
std::optional<std::string> read_typed_line();

}  // namespace hm::cli
