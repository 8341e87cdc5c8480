// What a store from elsewhere holds, for the person who is to decide about it. All of it is the store's own word.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "domain/anchor.h"
#include "domain/grant.h"

namespace hm {

struct StoreSurvey {
    using Counts = std::vector<std::pair<std::string, std::int64_t>>;
    Counts records;            // of each noun, without those there are none of
    Counts memories_by_trust;  // what the store says of them
    std::vector<Anchor> critical_anchors;
    std::vector<Grant> grants;                                  // in force
    std::vector<std::pair<std::string, std::string>> settings;  // other than the defaults, as JSON
    std::vector<std::string> foreign_objects;                   // of the schema; with any, nothing else is read
};

std::string survey_lines(const StoreSurvey& survey);

}  // namespace hm
