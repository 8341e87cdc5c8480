// Runs a program one instruction at a time and prints the addresses it went through, each once, in their order; of
// sixteen bytes only the first address counts. Minutes for a millisecond of work. Used by tools/start_order/update.
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <unordered_set>

namespace {

[[noreturn]] void become(char** command) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
    execv(command[0], command);
    _exit(1);
}

void follow(pid_t child) {
    std::unordered_set<unsigned long> seen;
    int status = 0;
    waitpid(child, &status, 0);
    while (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) == 0) {
        waitpid(child, &status, 0);
        if (WIFEXITED(status) || WIFSIGNALED(status)) return;
        user_regs_struct registers{};
        ptrace(PTRACE_GETREGS, child, nullptr, &registers);
        if (seen.insert(registers.rip / 16).second) std::printf("%016llx\n", registers.rip);
    }
}

}  // namespace

int main(int count, char** values) {
    if (count < 2) return 2;
    const pid_t child = fork();
    if (child == 0) become(values + 1);
    follow(child);
    return 0;
}
