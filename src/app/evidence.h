// Evidence: what may make an observation verified. One rule for every command that asks for it.
#pragma once

#include "app/command.h"

namespace hm {

struct GivenEvidence {
    std::optional<FilePath> file;  // of the project
    std::optional<Sentence> says;  // words that stand in it
    std::optional<Id> checkpoint_id;
    std::optional<Sentence> words;  // a person's
};

// The evidence in sentences that can be kept. Refused when it shows nothing: a file that is not there or does not say
// so, a call that failed, or an agent's mere word.
Result<std::vector<Sentence>> check_evidence(const GivenEvidence& given, const CommandContext& context);

}  // namespace hm
