#include "support/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "support/places.h"

namespace hm::testing {
namespace {

using Steady = std::chrono::steady_clock;

// No client seems to be at work. Children inherit it.
struct OwnEnvironment {
    OwnEnvironment() {
        for (const char* name : {"CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"}) unsetenv(name);
    }
};
const OwnEnvironment own_environment;

[[noreturn]] void give_up(const char* what) {
    std::fprintf(stderr, "test: %s: %s\n", what, std::strerror(errno));
    std::abort();
}

struct Pipe {
    int read_end = -1;
    int write_end = -1;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) give_up("pipe2");
    return {ends[0], ends[1]};
}

void close_if_open(int& file) {
    if (file >= 0) close(file);
    file = -1;
}

// Reads once. False at the end of the output.
bool read_into(std::string& buffer, int file) {
    std::array<char, 16384> chunk{};
    const ssize_t count = read(file, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) return true;
    if (count <= 0) return false;
    buffer.append(chunk.data(), static_cast<std::size_t>(count));
    return true;
}

// A child that was killed must not take the test along when the test writes to it.
void ignore_broken_pipes() {
    static const auto before = std::signal(SIGPIPE, SIG_IGN);
    (void)before;
}

pid_t fork_or_give_up() {
    ignore_broken_pipes();
    const pid_t pid = fork();
    if (pid < 0) give_up("fork");
    return pid;
}

// The program is opened before the user changes: its folder need not be open to that user.
[[noreturn]] void become_hivemind(const std::vector<std::string>& arguments, const ChildPlace& place) {
    std::signal(SIGPIPE, SIG_DFL);
    const int program = open(built_program().c_str(), O_RDONLY | O_CLOEXEC);
    std::vector<char*> values;
    std::string name = "hivemind";
    values.push_back(name.data());
    for (const std::string& argument : arguments) values.push_back(const_cast<char*>(argument.c_str()));
    values.push_back(nullptr);
    if (program < 0 || chdir(place.directory.c_str()) != 0) _exit(126);
    if (place.user && (setgid(*place.user) != 0 || setuid(*place.user) != 0)) _exit(125);
    fexecve(program, values.data(), environ);
    _exit(127);
}

void fill_in(Ended& ended, int status) {
    if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
}

void wait_for_end(pid_t pid, const Deadline& deadline, Ended& ended) {
    int status = 0;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (deadline.has_passed() && !ended.is_timed_out) {
            ended.is_timed_out = true;
            kill(pid, SIGKILL);
        }
        usleep(500);
    }
    fill_in(ended, status);
}

// Reads both outputs to their ends, or to the deadline.
void drain(int out, int err, const Deadline& deadline, Ended& ended) {
    bool has_out = true;
    bool has_err = true;
    while ((has_out || has_err) && !deadline.has_passed()) {
        std::array<pollfd, 2> files{pollfd{has_out ? out : -1, POLLIN, 0}, pollfd{has_err ? err : -1, POLLIN, 0}};
        if (poll(files.data(), files.size(), static_cast<int>(deadline.left().ms)) <= 0) continue;
        if (files[0].revents != 0) has_out = read_into(ended.out, out);
        if (files[1].revents != 0) has_err = read_into(ended.err, err);
    }
}

}  // namespace

Ended run_hivemind(const std::vector<std::string>& arguments, const ChildPlace& place, Duration limit) {
    const auto begin = Steady::now();
    const Deadline deadline = Deadline::in(limit);
    Pipe out = make_pipe();
    Pipe err = make_pipe();
    const pid_t pid = fork_or_give_up();
    if (pid == 0) {
        const int nothing = open("/dev/null", O_RDONLY);
        if (dup2(nothing, STDIN_FILENO) < 0 || dup2(out.write_end, STDOUT_FILENO) < 0 ||
            dup2(err.write_end, STDERR_FILENO) < 0) {
            _exit(124);
        }
        become_hivemind(arguments, place);
    }
    close(out.write_end);
    close(err.write_end);
    Ended ended;
    drain(out.read_end, err.read_end, deadline, ended);
    wait_for_end(pid, deadline, ended);
    close(out.read_end);
    close(err.read_end);
    ended.took = std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - begin);
    return ended;
}

ChildProcess ChildProcess::start_hivemind(const std::vector<std::string>& arguments, const ChildPlace& place) {
    const Pipe in = make_pipe();
    const Pipe out = make_pipe();
    const pid_t pid = fork_or_give_up();
    if (pid == 0) {
        if (dup2(in.read_end, STDIN_FILENO) < 0 || dup2(out.write_end, STDOUT_FILENO) < 0) _exit(124);
        become_hivemind(arguments, place);
    }
    close(in.read_end);
    close(out.write_end);
    return {pid, in.write_end, out.read_end};
}

ChildProcess ChildProcess::start_function(const std::function<int(int input, int output)>& body) {
    const Pipe in = make_pipe();
    const Pipe out = make_pipe();
    const pid_t pid = fork_or_give_up();
    if (pid == 0) {
        // Ends of other children's pipes would keep those open.
        const int input = dup2(in.read_end, STDIN_FILENO);
        const int output = dup2(out.write_end, STDERR_FILENO + 1);
        if (input < 0 || output < 0 || fcntl(output, F_SETFD, FD_CLOEXEC) != 0) _exit(124);
        close_range(static_cast<unsigned>(output) + 1, ~0U, 0);
        _exit(body(input, output));
    }
    close(in.read_end);
    close(out.write_end);
    return {pid, in.write_end, out.read_end};
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept {
    take_over(other);
}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    if (this != &other) {
        end();
        take_over(other);
    }
    return *this;
}

ChildProcess::~ChildProcess() {
    end();
}

void ChildProcess::take_over(ChildProcess& other) {
    pid_ = std::exchange(other.pid_, -1);
    input_ = std::exchange(other.input_, -1);
    output_ = std::exchange(other.output_, -1);
    buffer_ = std::move(other.buffer_);
}

void ChildProcess::end() {
    close_if_open(input_);
    close_if_open(output_);
    if (pid_ < 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

bool ChildProcess::send(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t written = write(input_, rest.data(), rest.size());
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::optional<std::string> ChildProcess::take_line() {
    const std::size_t end = buffer_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return line;
}

bool ChildProcess::read_more(Duration limit) {
    pollfd ready{output_, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(limit.ms)) <= 0) return true;
    return read_into(buffer_, output_);
}

std::optional<std::string> ChildProcess::read_line(Duration limit) {
    const Deadline deadline = Deadline::in(limit);
    while (true) {
        if (auto line = take_line()) return line;
        if (deadline.has_passed() || !read_more(deadline.left())) return std::nullopt;
    }
}

void ChildProcess::close_input() {
    close_if_open(input_);
}

void ChildProcess::send_signal(int number) const {
    if (pid_ > 0) kill(pid_, number);
}

Ended ChildProcess::wait(Duration limit) {
    Ended ended;
    const Deadline deadline = Deadline::in(limit);
    while (!deadline.has_passed() && read_more(deadline.left())) {
    }
    wait_for_end(pid_, deadline, ended);
    pid_ = -1;
    ended.out = std::move(buffer_);
    return ended;
}

Terminal::Terminal() {
    pid_ = forkpty(&master_, nullptr, nullptr, nullptr);
    if (pid_ < 0) give_up("forkpty");
    if (pid_ > 0) return;
    std::signal(SIGPIPE, SIG_DFL);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    execl("/bin/sh", "sh", nullptr);
    _exit(127);
}

Terminal::~Terminal() {
    kill(pid_, SIGKILL);
    close(master_);
    waitpid(pid_, nullptr, 0);
}

Ended Terminal::run(const std::string& command, const std::string& word, Duration limit) {
    const Deadline deadline = Deadline::in(limit);
    // Written so that the echo of the line is not taken for its end.
    const std::string line = fmt::format("{} ; echo en''ded $?\n", command);
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t written = write(master_, rest.data(), rest.size());
        if (written <= 0) give_up("write to a terminal");
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    Ended ended;
    bool has_answered = false;
    while (!deadline.has_passed()) {
        pollfd ready{master_, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(deadline.left().ms)) <= 0) continue;
        if (!read_into(ended.out, master_)) break;
        static constexpr std::string_view asking = "Type the word ";
        const std::size_t asked = ended.out.find(asking);
        const std::size_t begin = asked + asking.size();
        const std::size_t end = asked == std::string::npos ? asked : ended.out.find(" to go on: ", begin);
        if (!has_answered && end != std::string::npos) {
            const std::string answer = (word.empty() ? ended.out.substr(begin, end - begin) : word) + "\n";
            has_answered = write(master_, answer.data(), answer.size()) == static_cast<ssize_t>(answer.size());
        }
        const std::size_t mark = ended.out.rfind("ended ");
        if (mark != std::string::npos && ended.out.find('\n', mark) != std::string::npos) {
            ended.exit_code = std::atoi(ended.out.c_str() + mark + 6);
            return ended;
        }
    }
    ended.is_timed_out = true;
    return ended;
}

bool take_terminal() {
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 || setsid() < 0) return false;
    return open(ptsname(master), O_RDWR) >= 0;
}

bool write_line_at_once(int output, std::string_view line) {
    std::string text(line);
    text += '\n';
    return write(output, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace hm::testing
