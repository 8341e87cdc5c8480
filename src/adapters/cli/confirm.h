// What the command line asks a person for: a confirmation, a line, an interrupt.
#pragma once

#include <csignal>
#include <optional>
#include <string>

#include "adapters/cli/environment.h"
#include "base/fields.h"
#include "base/time.h"

namespace hm::cli {

// Asks the person before something is written outside the project's own directory.

// Nothing when the person agrees, or agreed beforehand with --yes; else the exit code to end with.
// REQUIRES: what would be done was printed.
std::optional<int> ended_without_consent(bool has_agreed, std::string_view question, Environment& environment);

// A line from standard input, read with C's stream: the streams of C++ cost every start of the program, used or not.

// The next line without its end, cut at 1 MB; nothing at the end of the input.
std::optional<std::string> read_typed_line();

// StopSignals: while it lives, SIGINT and SIGTERM end a wait instead of the process, and a closed pipe is seen
// instead of deadly. For loops that go on until somebody stops them. One at a time, in a single-threaded process.

HM_ENUM(WaitEnd, go_on, stopped)

class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    // `stopped` when a signal came or nobody reads the standard output any more.
    WaitEnd wait(Duration longest);
    // Until the standard output takes at least `room` bytes without blocking: a reader that reads no further
    // must not keep a signal from ending the process.
    WaitEnd wait_for_room();
    static constexpr std::size_t room = 4096;
    // Readable once a signal came, for loops that wait for more.
    int file() const { return signals_; }

private:
    WaitEnd wait(short output_events, int longest_ms);

    sigset_t before_{};
    struct sigaction pipe_before_{};
    int signals_ = -1;
};

}  // namespace hm::cli
