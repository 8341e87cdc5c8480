// A write that crosses into a project from outside: by a session of another project, or of none. It is judged by the
// protected paths of the project it would change, in that project's mode.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/event/agent_event.h"
#include "base/result.h"
#include "base/time.h"
#include "domain/settings.h"

namespace hm {

struct GuardedPath {
    std::filesystem::path root;  // of the project that the path belongs to
    std::string path;            // relative to it
    GateMode mode = GateMode::assisted;
};

// Where a path as an agent gave it really leads; links are followed. `home` is the person's home directory, for paths
// that begin with "~"; may be empty.
std::filesystem::path absolute_path(std::string_view given, const std::filesystem::path& directory,
                                    std::string_view home);

// How the project that a protected path belongs to guards it; nothing when it belongs to none, or to `own`, or its
// project only records. A project that cannot be read guards it when its mark says closed.
// REQUIRES: path is absolute and is a protected one by its name.
std::optional<GuardedPath> guarded_elsewhere(const std::filesystem::path& path, const std::filesystem::path& own,
                                             Time now);

// Why a call of a session that belongs to no project is refused; nothing when it changes no protected path of any.
std::optional<Error> refuse_from_outside(const ToolUse& use, const std::filesystem::path& directory,
                                         std::string_view home, Time now);

}  // namespace hm
