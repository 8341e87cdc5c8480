#include "adapters/cli/person.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/fields.h"
#include "base/process.h"

namespace hm::cli {
namespace {

// Set by the clients in the shells they start for an agent, or by our own plugin.
constexpr std::array agent_variables{"HIVEMIND_AGENT_SESSION", "OPENCODE", "CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI"};
// As the kernel names them: cut at 15 characters.
constexpr std::array<std::string_view, 6> client_programs{"opencode", ".opencode", "claude",
                                                          "codex",    "gemini",    "opencode-linux-"};
constexpr int most_ancestors = 32;

struct Process {
    std::string name;
    pid_t parent = 0;
    pid_t group = 0;
    pid_t session = 0;
    int terminal = 0;
    pid_t foreground = -1;         // the group in the foreground of the terminal
    std::int64_t start_ticks = 0;  // since the machine started
};

// From "/proc/<pid>/stat": `pid (name) state parent group session terminal foreground …`, the start as the 22nd; the
// name may hold anything, so its end is the last ')'.
Process read_process(pid_t pid) {
    std::ifstream in(fmt::format("/proc/{}/stat", pid));
    std::string line;
    std::getline(in, line);
    const std::size_t open = line.find('(');
    const std::size_t close = line.rfind(')');
    if (open == std::string::npos || close == std::string::npos || close + 4 > line.size()) return {};
    Process process{.name = line.substr(open + 1, close - open - 1)};
    const char* at = line.data() + close + 4;
    for (int* value : {&process.parent, &process.group, &process.session, &process.terminal, &process.foreground}) {
        at = std::from_chars(at, line.data() + line.size(), *value).ptr;
        if (at != line.data() + line.size()) ++at;
    }
    constexpr int fields_between = 13;
    const std::string_view rest(at, static_cast<std::size_t>(line.data() + line.size() - at));
    std::size_t start = 0;
    for (int field = 0; field < fields_between && start != std::string_view::npos; ++field) {
        start = rest.find(' ', start);
        if (start != std::string_view::npos) ++start;
    }
    if (start != std::string_view::npos)
        std::from_chars(rest.data() + start, rest.data() + rest.size(), process.start_ticks);
    return process;
}

// What is left over by the processes that end goes to one of these.
bool is_reaper(pid_t pid, std::string_view name) {
    constexpr std::array<std::string_view, 8> reapers{"systemd",     "init",      "tini",     "dumb-init",
                                                      "docker-init", "catatonit", "runsvdir", "s6-svscan"};
    return pid == 1 || std::find(reapers.begin(), reapers.end(), name) != reapers.end();
}

// Whether it only runs what it is given, so that its being there says nothing about who asked. Told by its file where
// that can be read, because a script has its own name.
bool only_launches(pid_t pid, std::string_view name) {
    constexpr std::array<std::string_view, 23> launchers{
        "sh",   "bash",  "dash",   "zsh",  "ksh",  "ash", "fish",  "busybox", "env",    "xargs", "find",    "timeout",
        "nice", "nohup", "setsid", "sudo", "doas", "su",  "watch", "stdbuf",  "script", "flock", "hivemind"};
    std::error_code error;
    const std::string file = std::filesystem::read_symlink(fmt::format("/proc/{}/exe", pid), error).filename().string();
    const std::string_view program = error ? name : std::string_view(file);
    return std::find(launchers.begin(), launchers.end(), program) != launchers.end();
}

// The words that a process was started with.
std::vector<std::string> words_of(pid_t pid) {
    constexpr std::size_t most_words = 16;
    std::ifstream in(fmt::format("/proc/{}/cmdline", pid));
    std::vector<std::string> words;
    for (std::string word; words.size() < most_words && std::getline(in, word, '\0');) words.push_back(word);
    return words;
}

// A client that a runtime runs has the runtime's name: node /usr/lib/node_modules/@google/gemini-cli/dist/index.js. Our
// own long-lived processes and hooks run for clients too, and what they start is an agent's (govern_shell).
bool is_client(pid_t pid, std::string_view name) {
    if (std::find(client_programs.begin(), client_programs.end(), name) != client_programs.end()) return true;
    const bool is_runtime = name == "node" || name == "bun" || name == "deno" || name == "MainThread";
    const bool is_ours = name == "hivemind";
    if (!is_runtime && !is_ours) return false;
    constexpr std::array<std::string_view, 3> serving{"serve", "mcp", "hook"};
    constexpr std::array<std::string_view, 8> packages{"gemini-cli", "/gemini",  "claude-code", "/claude",
                                                       "/codex",     "codex.js", "opencode",    "openai/codex"};
    const std::vector<std::string> words = words_of(pid);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        if (is_ours) return std::find(serving.begin(), serving.end(), word) != serving.end();
        return std::any_of(packages.begin(), packages.end(),
                           [&](std::string_view package) { return word.find(package) != std::string::npos; });
    });
}

bool is_under_a_client() {
    pid_t pid = getppid();
    // In a container the client may be the first process of all.
    for (int depth = 0; depth < most_ancestors && pid > 0; ++depth) {
        const Process process = read_process(pid);
        if (is_client(pid, process.name)) return true;
        pid = process.parent;
    }
    return false;
}

// leaving: `setsid -f` has not ended yet after starting what is above this process.
HM_ENUM(Starter, there, leaving, gone)

Starter look_for_starter() {
    pid_t pid = getpid();
    const Process here = read_process(pid);
    Process process = here;
    bool is_leaving = false;
    for (int depth = 0; depth < most_ancestors && process.parent > 0; ++depth) {
        const Process parent = read_process(process.parent);
        // It ended while it was looked for.
        if (parent.name.empty()) return Starter::leaving;
        is_leaving |= parent.name == "setsid";
        if (is_reaper(process.parent, parent.name)) {
            // What init starts in its own session, as a container does with its first script, has a starter. So has the
            // shell of a terminal that came from outside; one that a program below has made proves nothing.
            const bool has_terminal = here.terminal != 0 && here.group == here.foreground && here.session == pid;
            const bool is_gone = process.session != parent.session && !has_terminal;
            return is_gone ? Starter::gone : is_leaving ? Starter::leaving : Starter::there;
        }
        if (!only_launches(process.parent, parent.name)) return is_leaving ? Starter::leaving : Starter::there;
        pid = process.parent;
        process = parent;
    }
    return is_leaving ? Starter::leaving : Starter::there;
}

// As it was when the process began; of another user's process it cannot be read.
bool began_with_client_variable(pid_t pid) {
    std::ifstream in(fmt::format("/proc/{}/environ", pid));
    for (std::string each; std::getline(in, each, '\0');) {
        const std::string_view name = std::string_view(each).substr(0, each.find('='));
        if (std::find(agent_variables.begin(), agent_variables.end(), name) != agent_variables.end()) return true;
    }
    return false;
}

bool is_anothers(pid_t pid) {
    struct stat facts{};
    return stat(fmt::format("/proc/{}", pid).c_str(), &facts) == 0 && facts.st_uid != geteuid();
}

Duration since_start_of_machine() {
    timespec time{};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return milliseconds(time.tv_sec * 1000 + time.tv_nsec / 1'000'000);
}

ChainProcess chain_process(pid_t pid, const Process& process, Time machine_started) {
    const std::int64_t ticks_a_second = sysconf(_SC_CLK_TCK);
    ChainProcess found{.pid = pid, .name = process.name};
    found.key = process_key(pid, process.start_ticks);
    found.started_at = machine_started + milliseconds(process.start_ticks * 1000 / ticks_a_second);
    found.is_reaper = is_reaper(pid, process.name);
    // A process without a parent that is not the first came from outside the container.
    found.is_from_outside = (process.parent == 0 && pid != 1) || is_anothers(pid);
    return found;
}

}  // namespace

ProcessChain process_chain(Time now) {
    ProcessChain chain;
    chain.machine_started = Time{now.ms - since_start_of_machine().ms};
    const pid_t self = getpid();
    const Process here = read_process(self);
    chain.has_terminal = here.terminal != 0;
    std::size_t leader = 0;  // the outermost of the session, where its first process cannot be seen
    Process process = here;
    for (pid_t pid = self; pid > 0 && chain.processes.size() < most_ancestors; pid = process.parent) {
        if (pid != self) process = read_process(pid);
        if (process.name.empty()) break;
        chain.processes.push_back(chain_process(pid, process, chain.machine_started));
        chain.processes.back().has_client_variable = pid != self && began_with_client_variable(pid);
        if (process.session == here.session) leader = chain.processes.size() - 1;
    }
    if (chain.processes.empty()) return chain;
    for (std::size_t i = leader + 1; i < chain.processes.size(); ++i) chain.processes[i].is_above_terminal = true;
    const bool is_among_them = chain.processes[leader].pid == here.session;
    const Process other = is_among_them || here.session <= 0 ? Process{} : read_process(here.session);
    if (!other.name.empty()) {
        chain.processes.push_back(chain_process(here.session, other, chain.machine_started));
        leader = chain.processes.size() - 1;
    }
    chain.processes[leader].is_leader = true;
    return chain;
}

std::string client_process() {
    const std::int64_t lately = 2 * sysconf(_SC_CLK_TCK);
    const std::int64_t now = read_process(getpid()).start_ticks;
    pid_t pid = getppid();
    Process process = read_process(pid);
    // The shell that a client starts its hook with has just begun; one that has been there is somebody's own.
    while (pid > 1 && now - process.start_ticks <= lately && only_launches(pid, process.name)) {
        pid = process.parent;
        process = read_process(pid);
    }
    const bool is_client = !process.name.empty() && !only_launches(pid, process.name) && !is_reaper(pid, process.name);
    return is_client ? process_key(pid, process.start_ticks) : std::string();
}

ActorKind who_typed() {
    const bool is_marked = std::any_of(agent_variables.begin(), agent_variables.end(),
                                       [](const char* name) { return std::getenv(name) != nullptr; });
    return is_marked || is_under_a_client() ? ActorKind::agent : ActorKind::person;
}

bool is_cut_off() {
    constexpr int most_looks = 50;
    for (int look = 0; look < most_looks; ++look) {
        const Starter starter = look_for_starter();
        if (starter != Starter::leaving) return starter == Starter::gone;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

}  // namespace hm::cli
