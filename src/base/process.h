// Processes as the kernel shows them: which one it is, where it lives, and whether it still runs.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace hm {

// PID and start time in ticks since boot, "4711:93841". No other process of one boot and PID namespace has the same.
std::string process_key(std::int64_t pid, std::int64_t start_ticks);

// Its key now; "" when there is no such process.
std::string key_of_process(pid_t pid);

// Whether the process of that key is there and has not ended. It may be suspended.
bool is_process_running(std::string_view key);

// What a PID means anything within; each is "" where the kernel does not tell it.
struct ProcessSurroundings {
    std::string machine;  // a fingerprint of the machine's id, which is not to be shown
    std::string boot;
    std::string pid_namespace;
};

// Of this process; read once.
const ProcessSurroundings& surroundings_of_this_process();

}  // namespace hm
