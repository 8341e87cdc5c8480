// RecallHit: one record that answers a question, with the parts its score is made of and the reasons in words, so that
// nobody has to guess why it was shown.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "domain/anchor.h"
#include "domain/knowledge.h"
#include "domain/memory.h"

namespace hm {

using Recalled = std::variant<Memory, Knowledge, Anchor>;

struct ScorePart {
    std::string_view name;  // "words", "neighbours", "session", …
    double value = 0;
};

struct RecallHit {
    Recalled record;
    double score = 0;  // the sum of its parts; comparable within one answer
    double match = 0;  // the same as a share of the best hit's, 0 to 1
    std::vector<ScorePart> parts;
    std::vector<std::string> reasons;  // "holds retry, backoff", "replaces a superseded one", …
};

inline const Node& node_of(const RecallHit& hit) {
    return std::visit([](const auto& record) -> const Node& { return record; }, hit.record);
}

}  // namespace hm
