#include "adapters/cli/agent_shell.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string>

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
};

// From "/proc/<pid>/stat": `pid (name) state parent …`; the name may hold anything, so its end is the last ')'.
Process read_process(pid_t pid) {
    std::ifstream in(fmt::format("/proc/{}/stat", pid));
    std::string line;
    std::getline(in, line);
    const std::size_t open = line.find('(');
    const std::size_t close = line.rfind(')');
    if (open == std::string::npos || close == std::string::npos || close + 4 > line.size()) return {};
    Process process{line.substr(open + 1, close - open - 1), 0};
    std::from_chars(line.data() + close + 4, line.data() + line.size(), process.parent);
    return process;
}

bool is_under_a_client() {
    pid_t pid = getppid();
    for (int depth = 0; depth < most_ancestors && pid > 1; ++depth) {
        const Process process = read_process(pid);
        if (std::find(client_programs.begin(), client_programs.end(), process.name) != client_programs.end())
            return true;
        pid = process.parent;
    }
    return false;
}

}  // namespace

ActorKind who_typed() {
    const bool is_marked = std::any_of(agent_variables.begin(), agent_variables.end(),
                                       [](const char* name) { return std::getenv(name) != nullptr; });
    return is_marked || is_under_a_client() ? ActorKind::agent : ActorKind::person;
}

}  // namespace hm::cli
