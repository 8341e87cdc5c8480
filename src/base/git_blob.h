// The name that git gives to a content: SHA-1 over "blob <size>" and the bytes. For telling whether a file changed, and
// for finding it in the repository. Not for secrets.
#pragma once

#include <string>
#include <string_view>

namespace hm {

// 40 hexadecimal digits, as `git hash-object` prints them.
std::string git_blob_name(std::string_view content);

}  // namespace hm
