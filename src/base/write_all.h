// Writing a whole text to an open file, however many pieces the system takes it in.
#pragma once

#include <string_view>

namespace hm {

// False when it could not all be written; why is in errno.
bool write_all(int file, std::string_view text);

}  // namespace hm
