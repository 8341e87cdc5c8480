// Processes of a benchmark: programs run to their end, and functions in forked processes.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hm::benchmarks {

// Ends a benchmark that cannot go on; thrown, so that what it made on the disk is removed on the way out.
struct GivenUp {};

[[noreturn]] inline void give_up(std::string_view why) {
    fmt::print(stderr, "benchmark: {}\n", why);
    throw GivenUp{};
}

struct Options {
    std::string hivemind;
    std::string empty;
    std::string rivals;     // the folder that holds their node_modules
    std::string questions;  // a folder with questions that people asked; empty: none
};

// --hivemind PATH --empty PATH --rivals PATH --questions PATH
inline Options read_options(int count, char** values) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view name = values[i];
        if (name == "--hivemind") options.hivemind = std::filesystem::absolute(values[i + 1]);
        if (name == "--empty") options.empty = std::filesystem::absolute(values[i + 1]);
        if (name == "--rivals") options.rivals = std::filesystem::absolute(values[i + 1]);
        if (name == "--questions") options.questions = std::filesystem::absolute(values[i + 1]);
    }
    if (options.hivemind.empty() || options.empty.empty()) give_up("use --hivemind PATH --empty PATH");
    return options;
}

// The whole of a benchmark's main().
inline int run_benchmark(int count, char** values, void (*run)(const Options&)) {
    // Every line as soon as it is there, also into a file.
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    try {
        run(read_options(count, values));
        return 0;
    } catch (const GivenUp&) {
        return 1;
    }
}

struct Program {
    std::vector<std::string> arguments;  // the first is its path, or a name to be found
    std::filesystem::path directory;
    std::string input = {};  // all of its standard input; shorter than a pipe holds
};

// Runs it to its end, its output dropped. Returns the exit code, -1 when it could not be started.
inline int run_to_end(const Program& program) {
    std::array<int, 2> input{};
    if (pipe2(input.data(), O_CLOEXEC) != 0) give_up("no pipe");
    if (write(input[1], program.input.data(), program.input.size()) < 0) give_up("cannot write to a pipe");
    close(input[1]);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addchdir_np(&actions, program.directory.c_str());
    std::vector<char*> arguments;
    for (const std::string& argument : program.arguments) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    pid_t pid = -1;
    const int failure = posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(input[0]);
    int status = 0;
    if (failure != 0 || waitpid(pid, &status, 0) != pid) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A function in a forked process that reports through a pipe; it ends with this object.
// REQUIRES: this process holds no SQLite connection when it is made.
class Forked {
public:
    // `body` gets the end of the pipe to write to, and one that reads as ended once this object is gone.
    explicit Forked(const std::function<void(int output, int until_ended)>& body) {
        std::array<int, 2> out{};
        std::array<int, 2> life{};
        if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(life.data(), O_CLOEXEC) != 0) give_up("no pipe");
        pid_ = fork();
        if (pid_ < 0) give_up("cannot fork");
        if (pid_ == 0) {
            // Nobody else would end it when the benchmark is killed.
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            close(out[0]);
            close(life[1]);
            try {
                body(out[1], life[0]);
            } catch (const GivenUp&) {
                _exit(1);
            }
            _exit(0);
        }
        close(out[1]);
        close(life[0]);
        output_ = out[0];
        life_ = life[1];
    }
    Forked(Forked&& other) noexcept
        : pid_(std::exchange(other.pid_, -1)),
          output_(std::exchange(other.output_, -1)),
          life_(std::exchange(other.life_, -1)) {}
    Forked& operator=(Forked&&) = delete;
    ~Forked() {
        if (pid_ < 0) return;
        close(life_);
        close(output_);
        waitpid(pid_, nullptr, 0);
    }

    int output() const { return output_; }
    // Blocks until the function writes its first byte, or ends.
    void wait_for_byte() const {
        char byte = 0;
        if (read(output_, &byte, 1) != 1) give_up("a forked process ended early");
    }

private:
    pid_t pid_ = -1;
    int output_ = -1;
    int life_ = -1;
};

inline void wait_until_ended(int until_ended) {
    char byte = 0;
    while (read(until_ended, &byte, 1) > 0) {
    }
}

// Both programs as an installation leaves them: written anew, in one piece. What a linker wrote hours ago may be in the
// page cache in any state, and that alone is worth a tenth of a millisecond at a start.
inline Options as_installed(Options options, const std::filesystem::path& directory) {
    for (std::string* program : {&options.hivemind, &options.empty}) {
        const std::string copy = directory / std::filesystem::path(*program).filename();
        if (run_to_end({{"cp", *program, copy}, directory}) != 0) give_up("the program cannot be copied");
        *program = copy;
    }
    return options;
}

}  // namespace hm::benchmarks
