#include "store/run_git.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

extern char** environ;  // NOLINT: as POSIX declares it

namespace hm {
namespace {

// Nothing of the caller's git settings may lead it elsewhere, and it must neither ask, fetch nor write.
std::vector<std::string> environment_for_git() {
    std::vector<std::string> variables{"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
                                       "LC_ALL=C.UTF-8"};
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view variable(*each);
        if (!variable.starts_with("GIT_") && !variable.starts_with("LC_ALL=")) variables.emplace_back(variable);
    }
    return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

class Pipe {
public:
    Pipe() {
        if (pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
    }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int end(std::size_t which) const { return ends_.at(which); }
    void close_end(std::size_t which) {
        if (ends_.at(which) >= 0) ::close(ends_.at(which));
        ends_.at(which) = -1;
    }

private:
    std::array<int, 2> ends_{-1, -1};
};

std::optional<pid_t> start(std::vector<std::string> arguments, const Pipe& pipe) {
    std::vector<std::string> variables = environment_for_git();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipe.end(1), STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t pid = -1;
    const int failed =
        posix_spawnp(&pid, "git", &actions, nullptr, pointers(arguments).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 ? std::optional(pid) : std::nullopt;
}

// Reads until the child closes its output; false when it had to be cut off.
bool read_all(int from, std::size_t most_bytes, Deadline deadline, std::string& out) {
    std::array<char, 16 * 1024> buffer{};
    while (out.size() < most_bytes) {
        pollfd waiting{from, POLLIN, 0};
        const int ready = poll(&waiting, 1, static_cast<int>(deadline.left().ms));
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        const ssize_t got = read(from, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return true;
        out.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return false;
}

}  // namespace

std::optional<GitPrinted> run_git(std::vector<std::string> arguments, std::size_t most_bytes, Deadline deadline) {
    Pipe pipe;
    if (pipe.end(0) < 0) return std::nullopt;
    const auto pid = start(std::move(arguments), pipe);
    if (!pid) return std::nullopt;
    pipe.close_end(1);
    GitPrinted printed;
    printed.is_cut = !read_all(pipe.end(0), most_bytes, deadline, printed.out);
    if (printed.is_cut) kill(*pid, SIGKILL);
    int status = 0;
    while (waitpid(*pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) printed.exit_code = WEXITSTATUS(status);
    return printed;
}

}  // namespace hm
