// What a client's event comes to: the hook of the engine that it means, run, and its outcome in words that every
// client has. Nothing here knows which client it was but for how long its injections last.
#pragma once

#include <filesystem>

#include "adapters/hook/client_event.h"
#include "app/project.h"

namespace hm::hook {

Result<HookReply> reply_to(const Dialect& dialect, const ClientEvent& event, const std::filesystem::path& directory,
                           Project& project);

}  // namespace hm::hook
