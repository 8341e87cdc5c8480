// The project's fail mode as a mark beside the store: what a hook goes by when the store cannot be read, and what a
// client's shell goes by when this program is not there to be asked. `config set` and `init` keep it up to date, and so
// does every session that begins.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "domain/settings.h"
#include "store/lost_store.h"

namespace hm {

// REQUIRES: root is a project's; the mark is `fail_mark` below it.
bool is_marked_closed(const std::filesystem::path& root);

// Writes nothing when it is so already.
Result<void> keep_fail_mark(const std::filesystem::path& root, FailMode fail);

}  // namespace hm
