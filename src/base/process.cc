#include "base/process.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <fstream>

#include "base/digest.h"

namespace hm {
namespace {

std::string first_line(const std::string& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

std::string link_target(const char* path) {
    std::array<char, 64> target{};
    const ssize_t length = readlink(path, target.data(), target.size());
    return length > 0 ? std::string(target.data(), static_cast<std::size_t>(length)) : std::string();
}

ProcessSurroundings read_surroundings() {
    ProcessSurroundings found;
    const std::string machine = first_line("/etc/machine-id");
    if (!machine.empty()) found.machine = sha256_hex("hivemind machine " + machine).substr(0, 16);
    found.boot = first_line("/proc/sys/kernel/random/boot_id");
    found.pid_namespace = link_target("/proc/self/ns/pid");
    return found;
}

struct Stat {
    char state = 'X';
    std::int64_t start_ticks = 0;
};

// `pid (name) state …`, the start as the 22nd; the name may hold anything, so its end is the last ')'.
Stat stat_of(pid_t pid) {
    constexpr int fields_between = 19;
    const std::string line = first_line(fmt::format("/proc/{}/stat", pid));
    const std::size_t close = line.rfind(')');
    if (close == std::string::npos || close + 2 >= line.size()) return {};
    Stat found{.state = line[close + 2]};
    std::size_t at = close + 2;
    for (int field = 0; field < fields_between && at != std::string::npos; ++field) {
        at = line.find(' ', at);
        if (at != std::string::npos) ++at;
    }
    if (at != std::string::npos) std::from_chars(line.data() + at, line.data() + line.size(), found.start_ticks);
    return found;
}

}  // namespace

std::string process_key(std::int64_t pid, std::int64_t start_ticks) {
    return fmt::format("{}:{}", pid, start_ticks);
}

std::string key_of_process(pid_t pid) {
    const Stat found = stat_of(pid);
    return found.start_ticks == 0 ? std::string() : process_key(pid, found.start_ticks);
}

bool is_process_running(std::string_view key) {
    pid_t pid = 0;
    std::from_chars(key.data(), key.data() + key.size(), pid);
    if (pid <= 0) return false;
    const Stat found = stat_of(pid);
    const bool has_ended = found.state == 'Z' || found.state == 'X';
    return !has_ended && process_key(pid, found.start_ticks) == key;
}

const ProcessSurroundings& surroundings_of_this_process() {
    static const ProcessSurroundings surroundings = read_surroundings();
    return surroundings;
}

}  // namespace hm
