// What waits for review, as a person reads it: who said it, and a diff to what it replaces.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/json.h"
#include "base/time.h"

namespace hm {

struct ReviewEntry {
    std::string_view noun;
    Id id;
    Time made_at;
    std::string source;
    std::string content;
    std::optional<Id> supersedes;
    std::string replaced;  // the content of what it replaces
    bool waits = false;    // out of packs until accepted
};

std::string review_text(const std::vector<ReviewEntry>& entries, Time now);
json::array review_json(const std::vector<ReviewEntry>& entries);

}  // namespace hm
