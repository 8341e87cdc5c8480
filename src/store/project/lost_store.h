// A project whose database is gone: the fail-closed mark or other files that only an initialised project has are still
// there. It stays a project, and opening it is a failure; deleting one file must not turn the gate off. With all of it
// gone, the user's state folder still knows the place (store/files/trust.h). Only looks; creates nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "store/files/locate.h"
#include "store/files/trust.h"

namespace hm {

// Present while the project's fail mode is closed: in the store's folder, and in `.hivemind` of each root, where it is
// also seen when git's directory is not. `fail_mark` is relative to the root.
inline constexpr std::string_view fail_mark = ".hivemind/fails_closed";
inline constexpr std::string_view fail_mark_name = "fails_closed";

// Whether there is a database file, whatever it holds.
bool has_store(const ProjectPaths& paths);

// Whether the folder of the store is there at all.
bool has_store_folder(const ProjectPaths& paths);

bool has_fail_mark(const ProjectPaths& paths);

// Whether there are files that `hivemind init` or a hook wrote. A `.hivemind` of the first implementation, an empty
// one, or one that holds only exported files does not count.
bool has_store_remains(const ProjectPaths& paths);

// What the user's state folder knows of the root, or of the same place in the main checkout of its worktree.
std::optional<KnownPlace> known_place(const std::filesystem::path& root);

// The nearest directory upwards where a store of this user is known to have been. Links are
// followed.
std::optional<std::filesystem::path> lost_place(const std::filesystem::path& from);

// What opening such a project fails with. Names the newest backup when there is one.
Error lost_store(const ProjectPaths& paths);

}  // namespace hm
