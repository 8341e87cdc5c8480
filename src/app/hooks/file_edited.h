// The client says that a file was changed, by whoever: what came from it may no longer hold. After a write the same is
// done with its record; this comes for a call whose end the client does not tell of, and for a formatter's hand.
#pragma once

#include <filesystem>
#include <string_view>

#include "app/workspace.h"

namespace hm {

// Leaves an event only when something was marked. `given` is absolute or relative to `directory`; a file outside of the
// project means nothing to it. Never waits longer than a record may.
Result<void> file_edited(std::string_view given, const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm
