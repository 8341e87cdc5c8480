// What one source file says, declares, gives to others and takes from them, read from its text alone. Nothing of it is
// run or parsed to its end: a text that does not compile is read as far as it makes sense. Pure, linear in the text.
#pragma once

#include <string_view>

#include "engine/codemap/source_kind.h"

namespace hm {

CodeFile extract_code(const SourceKind& kind, std::string_view source);

// Why a text is not worth reading: "binary", "minified", "generated"; "" when it is.
std::string_view reason_to_skip(std::string_view path, std::string_view source);

}  // namespace hm
