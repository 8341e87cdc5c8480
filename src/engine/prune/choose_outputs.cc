#include "engine/prune/choose_outputs.h"

namespace hm {
namespace {

// What is saved is saved with every later request; what is lost is paid once.
constexpr std::int64_t requests_that_pay = 10;

bool may_be_left_out(const ToolOutput& output, std::size_t from_the_end) {
    if (output.is_left_out || output.work == OutputWork::at_hand) return false;
    if (output.characters < least_characters_of_an_output || from_the_end < newest_outputs_kept) return false;
    return output.work == OutputWork::ended || output.is_repeated || from_the_end >= untied_outputs_kept;
}

}  // namespace

std::optional<PruneBatch> choose_outputs(const PruneFacts& facts) {
    if (facts.is_compaction_pending || facts.turns_since_last < turns_between_batches) return std::nullopt;
    PruneBatch batch;
    for (std::size_t i = 0; i < facts.outputs.size(); ++i) {
        const ToolOutput& output = facts.outputs[i];
        const bool is_chosen =
            batch.call_ids.size() < most_outputs_of_a_batch && may_be_left_out(output, facts.outputs.size() - 1 - i);
        if (is_chosen) {
            batch.call_ids.push_back(output.call_id);
            batch.characters_saved += output.characters;
        }
        if (!batch.call_ids.empty() && !output.is_left_out) batch.prefix_lost += output.characters;
    }
    const bool is_worth_it = batch.characters_saved >= least_characters_of_a_batch &&
                             batch.characters_saved * requests_that_pay >= batch.prefix_lost;
    if (!is_worth_it) return std::nullopt;
    return batch;
}

}  // namespace hm
