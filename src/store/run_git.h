// The installed git as a child process, without a shell, within a deadline and a limit on what it prints. It neither
// asks, fetches nor writes, and nothing of the caller's GIT_ variables leads it elsewhere.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"

namespace hm {

struct GitPrinted {
    std::string out;
    int exit_code = -1;
    bool is_cut = false;  // at the deadline or the limit
};

// `arguments` begin with "git". Nothing when it cannot be started.
std::optional<GitPrinted> run_git(std::vector<std::string> arguments, std::size_t most_bytes, Deadline deadline);

}  // namespace hm
