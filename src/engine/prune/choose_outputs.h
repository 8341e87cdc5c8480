// Which old tool outputs of a conversation are left out from now on. They are chosen in batches, because each batch
// makes the provider read the conversation again from the first one that changed: a batch comes at most once in so many
// turns, and only where it saves enough to pay for that. Outputs of finished work go first, and those that the same
// call showed again later; those of the work at hand never.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"

namespace hm {

HM_ENUM(OutputWork, at_hand, ended, other)

struct ToolOutput {
    std::string call_id;
    std::int64_t characters = 0;
    OutputWork work = OutputWork::other;
    bool is_left_out = false;
    bool is_repeated = false;  // the same call was made again later: what it showed stands further down
};

struct PruneFacts {
    std::vector<ToolOutput> outputs;  // in the order of the conversation
    std::int64_t turns_since_last = 0;
    bool is_compaction_pending = false;  // it would summarise what is left, and everything goes anyway
};

struct PruneBatch {
    std::vector<std::string> call_ids;
    std::int64_t characters_saved = 0;
    std::int64_t prefix_lost = 0;  // characters of tool outputs from the first chosen one on
};

inline constexpr std::int64_t turns_between_batches = 20;
inline constexpr std::int64_t least_characters_of_an_output = 600;
inline constexpr std::int64_t least_characters_of_a_batch = 8'000;
// Outputs this near to the end are never taken, whatever they belong to.
inline constexpr std::size_t newest_outputs_kept = 6;
// Outputs that belong to no task are taken only when they are this far back.
inline constexpr std::size_t untied_outputs_kept = 40;
inline constexpr std::size_t most_outputs_of_a_batch = 200;

// Nothing when no batch is due or worth its price.
std::optional<PruneBatch> choose_outputs(const PruneFacts& facts);

}  // namespace hm
