// Child processes of a test: the built program, or a function in a forked process. Every wait has a limit,
// and a child is killed with its object, so that a test ends even when a child hangs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"

namespace hm::testing {

inline constexpr Duration usual_limit = seconds(120);

struct Ended {
    int exit_code = -1;  // -1 when a signal ended it
    int signal = 0;
    bool is_timed_out = false;  // killed at the limit
    std::string out;
    std::string err;
    std::chrono::milliseconds took{};
};

// Where a child works, and as whom.
struct ChildPlace {
    std::filesystem::path directory;
    std::optional<uid_t> user = std::nullopt;  // REQUIRES: this process is root
};

// Runs the built program to its end.
Ended run_hivemind(const std::vector<std::string>& arguments, const ChildPlace& place, Duration limit = usual_limit);

class ChildProcess {
public:
    // The built program, with pipes on standard input and output; its standard error is the test's.
    static ChildProcess start_hivemind(const std::vector<std::string>& arguments, const ChildPlace& place);
    // A function in a forked process; what it returns is the exit code. It shares nothing with the test
    // but the two pipes. REQUIRES: the test holds no SQLite connection.
    static ChildProcess start_function(const std::function<int(int input, int output)>& body);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess();

    pid_t pid() const { return pid_; }
    int output() const { return output_; }

    // False when the child no longer listens.
    bool send(std::string_view text);
    bool send_line(std::string_view line) { return send(std::string(line) + "\n"); }
    // Nothing when the output ended or the limit passed.
    std::optional<std::string> read_line(Duration limit = usual_limit);
    // True while there may be more output; waits at most `limit` for it.
    bool read_more(Duration limit);
    // A whole line that was already read.
    std::optional<std::string> take_line();

    void close_input();
    void send_signal(int number) const;
    // Reaps the child; kills it at the limit. What it printed and nobody read is in `out`.
    Ended wait(Duration limit = usual_limit);

private:
    ChildProcess(pid_t pid, int input, int output) : pid_(pid), input_(input), output_(output) {}
    void take_over(ChildProcess& other);
    void end();

    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string buffer_;
};

// A terminal with a shell of its own below this process, as a person opens one.
class Terminal {
public:
    Terminal();
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    // Runs the command in the shell and waits for its end; `out` is what the terminal showed. To what asks "Type the
    // word x to go on" the answer is `word`, or the word that is shown where that is empty.
    Ended run(const std::string& command, const std::string& word = {}, Duration limit = usual_limit);

private:
    pid_t pid_ = -1;
    int master_ = -1;
};

// Gives this process, a child that has not yet begun its work, a session and a terminal of its own; false when there is
// none to be had. Nobody reads what is shown there.
bool take_terminal();

// Writes the whole text in one call, so that a kill leaves no half line behind.
// REQUIRES: text is shorter than PIPE_BUF.
bool write_line_at_once(int output, std::string_view line);

}  // namespace hm::testing
