// The project here, for commands that only read. A store that came from elsewhere is shown to a person, with a word of
// warning, and to nobody else.
#pragma once

#include "adapters/cli/environment.h"
#include "app/project.h"

namespace hm::cli {

Result<Project> open_to_read(Environment& environment, Duration patience);

}  // namespace hm::cli
