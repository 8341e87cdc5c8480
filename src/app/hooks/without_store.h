// The before-tool hook where the project's store must not be used (app/project.h): the call is judged by the built-in
// settings, roles and rules, and nothing of it is recorded.
#pragma once

#include <string>

#include "app/hooks/agent_event.h"
#include "app/project.h"

namespace hm {

// The words of the refusal; "" when the call may be made. REQUIRES: a stand-in is what the project has.
Result<std::string> refusal_without_store(const BeforeTool& event, const std::filesystem::path& directory,
                                          Project& project);

}  // namespace hm
