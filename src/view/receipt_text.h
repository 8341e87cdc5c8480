// The words of a receipt: the sentence, then every id and detail on its own line.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace hm {

std::string receipt_text(std::string_view sentence, const json::object& receipt);

}  // namespace hm
