// The four parts every refusal and every error has: WHAT was refused, WHY, what to USE INSTEAD, and the
// EVIDENCE. Agents and people read the same shape everywhere.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace hm {

struct FourParts {
    std::string what;
    std::string why;
    std::string use_instead;
    std::vector<std::string> evidence;
};

FourParts four_parts(const Error& error);

std::string to_text(const FourParts& parts);
json::object to_json(const FourParts& parts);

}  // namespace hm
