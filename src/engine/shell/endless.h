// Parts of a shell text that start themselves again and again, or write without an end.
#pragma once

#include <tree_sitter/api.h>

#include <string_view>

namespace hm::shell {

// A function that calls itself beside itself: f() { f | f & }
bool multiplies_itself(TSNode function, std::string_view text);

// A loop that nothing ends or slows down, and that writes or starts something every time.
bool grows_without_end(TSNode loop, std::string_view text);

}  // namespace hm::shell
