#include "adapters/wiring/probe.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/deadline.h"
#include "base/json.h"

namespace hm {
namespace {

constexpr Duration patience = seconds(10);
constexpr int refusing_exit_code = 2;  // in every client that takes a shell
constexpr std::size_t most_output = 64U * 1024U;

std::string event_text(const WiredCommand& command, const std::filesystem::path& root) {
    return to_text(json::object{{"hook_event_name", command.event},
                                {"session_id", probe_session},
                                {"cwd", root.string()},
                                {"tool_name", command.shell_tool},
                                {"tool_input", {{"command", "rm -rf /"}}},
                                {"tool_use_id", "probe"}});
}

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() { (void)pipe2(ends.data(), O_CLOEXEC); }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_end(std::size_t i) {
        if (ends[i] >= 0) ::close(ends[i]);
        ends[i] = -1;
    }
};

int start(const std::vector<std::string>& command, const std::filesystem::path& root, const Pipe& in, const Pipe& out,
          pid_t& pid) {
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, root.c_str());
    const int failure = posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

// Until the end, the limit or the deadline.
std::string read_all(int input, Deadline deadline) {
    std::string text;
    std::array<char, 4096> chunk{};
    while (text.size() < most_output) {
        pollfd waiting{input, POLLIN, 0};
        if (poll(&waiting, 1, static_cast<int>(deadline.left().ms)) <= 0) break;
        const ssize_t count = read(input, chunk.data(), chunk.size());
        if (count <= 0) break;
        text.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return text;
}

ProbeOutcome judge(const Spoken& spoken) {
    const auto has = [&](std::string_view words) { return spoken.said.find(words) != std::string::npos; };
    if (!spoken.has_heard) return ProbeOutcome::no_answer;
    if (has("\"permissionDecision\":\"deny\"") || has("\"decision\":\"deny\"")) return ProbeOutcome::refused;
    return spoken.exit_code == 0 ? ProbeOutcome::let_through : ProbeOutcome::no_answer;
}

}  // namespace

Spoken listen_to(const std::vector<std::string>& arguments, const std::filesystem::path& root, std::string_view told,
                 Duration patience) {
    const Deadline deadline = Deadline::in(patience);
    Pipe in;
    Pipe out;
    pid_t pid = -1;
    Spoken spoken;
    if (const int failure = start(arguments, root, in, out, pid); failure != 0) {
        spoken.said = arguments.front() + ": " + std::strerror(failure);
        return spoken;
    }
    in.close_end(0);
    out.close_end(1);
    // A command that does not read must not end this process.
    struct sigaction ignoring{};
    struct sigaction before{};
    ignoring.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignoring, &before);
    spoken.has_heard = write(in.ends[1], told.data(), told.size()) == static_cast<ssize_t>(told.size());
    sigaction(SIGPIPE, &before, nullptr);
    in.close_end(1);
    spoken.said = read_all(out.ends[0], deadline);
    if (deadline.has_passed()) kill(pid, SIGKILL);
    int status = 0;
    waitpid(pid, &status, 0);
    if (WIFEXITED(status)) spoken.exit_code = WEXITSTATUS(status);
    return spoken;
}

std::optional<bool> refuses_without(const std::filesystem::path& program, const WiredCommand& command,
                                    const std::filesystem::path& root) {
    if (command.is_refused_on_failure) return command.is_refused_on_failure;
    std::vector<std::string> arguments = command.arguments;
    std::string& line = arguments.back();
    const std::size_t at = line.find(program.string());
    if (at == std::string::npos) return std::nullopt;
    line.insert(at + program.string().size(), ".missing");
    return listen_to(arguments, root, event_text(command, root), patience).exit_code == refusing_exit_code;
}

Probe probe_gate(const WiredCommand& command, const std::filesystem::path& root) {
    const auto begin = std::chrono::steady_clock::now();
    Spoken spoken = listen_to(command.arguments, root, event_text(command, root), patience);
    Probe probe;
    probe.took = {
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin).count()};
    probe.outcome = judge(spoken);
    probe.said = std::move(spoken.said);
    return probe;
}

}  // namespace hm
