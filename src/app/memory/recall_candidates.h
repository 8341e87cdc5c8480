// Gathering what may answer a question: from the search index, by the filters' own indexes, and what was made just
// before and after. Everything is bounded; the texts of some hundreds of records are read at the most.
#pragma once

#include <variant>

#include "app/memory/recall.h"
#include "engine/recall/rank_candidates.h"
#include "store/queries/search.h"

namespace hm {

// So many of the best rows are read and ranked, however few answers are asked for; more when a filter will drop some.
// Fewer lose what shares only common words with the question, and answers it through what stands beside it.
inline constexpr std::size_t rows_ranked = 120;

// A candidate together with where it comes from.
struct Gathered {
    RecallCandidate candidate;
    std::optional<SearchedMemory> memory;  // of a memory, its text moved to the candidate; read whole when it is shown
    std::variant<std::monostate, Knowledge, Anchor> other = {};  // of anything else
};

struct Gathering {
    RecallQuestion question;
    std::vector<Gathered> all;
    std::vector<Neighbours> neighbours;
};

Result<Gathering> gather_candidates(const RecallAsk& ask, Connection& connection, Time now, BadRows& bad,
                                    const RecallWeights& weights = shipped_weights);

// The candidate of one record that was found another way; nothing when the filters do not let it through.
Result<std::optional<Gathered>> gather_row(const RecallAsk& ask, std::int64_t number, Connection& connection);
Result<std::optional<Gathered>> gather_record(const RecallAsk& ask, const Id& id, Connection& connection, Time now,
                                              BadRows& bad);

}  // namespace hm
