// A project whose database is gone: `.hivemind` still holds the fail-closed mark or other files that only an
// initialised project has. It stays a project, and opening it is a failure; deleting one file must not turn the gate
// off. With the whole of `.hivemind` gone, the user's state folder still knows the place (store/files/trust.h). Only
// looks; creates nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "store/files/locate.h"

namespace hm {

// Present while the project's fail mode is closed; relative to the project's root.
inline constexpr std::string_view fail_mark = ".hivemind/fails_closed";

// Whether there is a database file, whatever it holds.
bool has_store(const std::filesystem::path& root);

// Whether there is a `.hivemind` at all.
bool has_store_folder(const std::filesystem::path& root);

bool has_fail_mark(const std::filesystem::path& root);

// Whether `.hivemind` holds files that `hivemind init` or a hook wrote. A `.hivemind` of the first implementation, an
// empty one, or one that holds only exported files does not count.
bool has_store_remains(const std::filesystem::path& root);

// The nearest directory upwards, or main checkout of one, where a store of this user is known to have been. Links are
// followed.
std::optional<std::filesystem::path> lost_place(const std::filesystem::path& from);

// What opening such a project fails with. Names the newest backup when there is one.
Error lost_store(const ProjectPaths& paths);

}  // namespace hm
