// What the command line works in. Handed in whole, so that a transcript can run it with a fixed clock and
// read what it prints.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/actor.h"
#include "base/id.h"
#include "base/time.h"

namespace hm::cli {

struct Environment {
    std::filesystem::path directory;
    std::filesystem::path program;  // this program's own file
    Clock& clock;
    IdSource& ids;
    std::function<ActorKind()> who_typed;  // asked only for writes
    std::function<void(std::string_view)> out;
    std::function<void(std::string_view)> err;
    // Called when the store needs a newer program; returns when none is installed. Empty where that must not happen.
    std::function<void(const std::vector<std::string>& arguments, std::string_view unread)> become_installed = {};
    // A variable of the process; nothing when it is not set. Empty where the person's own settings must not be found.
    std::function<std::optional<std::string>(const char* name)> variable = {};
    // The process ends as soon as the command line has run, so what is open need not be closed.
    bool ends_afterwards = false;
};

using Arguments = std::vector<std::string>;

}  // namespace hm::cli
