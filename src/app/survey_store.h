// What a store holds that would count once it is trusted. Only looks.
#pragma once

#include "app/workspace.h"
#include "view/trust_text.h"

namespace hm {

// Of the store of the project that `directory` belongs to, trusted or not. Where its schema is not ours, only that is
// told: nothing behind such a schema is read.
Result<StoreSurvey> survey_store(const std::filesystem::path& directory, Clock& clock, Deadline deadline);

}  // namespace hm
