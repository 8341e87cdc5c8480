// What an agent reads of a command that was run for it: how it ended, then what it printed.
#pragma once

#include <optional>
#include <string>

#include "base/time.h"

namespace hm {

struct ShellRunFacts {
    std::optional<int> exit_code;
    int signal = 0;
    std::optional<Duration> timed_out_after;
    std::string output;
};

std::string shell_run_text(const ShellRunFacts& facts);

}  // namespace hm
