// A shell text as a process of its own group, bounded: by a deadline, by how much of its output is kept, and by the
// group being killed when it ends, so that nothing it started lives on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/deadline.h"
#include "base/result.h"

namespace hm {

struct ProcessEnd {
    std::optional<int> exit_code;  // absent when a signal ended it
    int signal = 0;
    bool is_timed_out = false;
    std::string output;        // both streams as they came; the beginning and the end of what was too long
    std::size_t left_out = 0;  // bytes of it
};

inline constexpr std::size_t max_kept_output = 30'000;

// Its standard input is empty.
Result<ProcessEnd> run_shell_text(const std::string& text, const std::filesystem::path& directory, Deadline deadline);

}  // namespace hm
