// Which project an event belongs to: the one its session began in, wherever the agent's shell has gone since. In this
// order: the project directory that the client itself names in the hook's environment, the record of the session's
// earlier events, the directory of the event. Subagents have their session's. All worktrees of one repository share
// the project of their main checkout.
#pragma once

#include <filesystem>
#include <optional>

#include "adapters/hook/hook.h"

namespace hm::hook {

struct SessionHome {
    std::filesystem::path root;
    // How a call is answered while the project's settings cannot be read.
    FailMode fail = FailMode::open;
    // False where only the client's settings in that directory say that it is a project, as in a fresh clone.
    bool was_made = true;
};

// Nothing when the session began in no project and `directory` is in none. A project whose store is gone is one.
// Keeps the record of a session that is seen for the first time.
std::optional<SessionHome> session_home(const HookCall& call, const ClientEvent& event,
                                        const std::filesystem::path& directory);

}  // namespace hm::hook
