#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include "adapters/clients/shared/hook.h"

namespace hm::hook {
namespace {

// Only what a signal handler may touch: fixed memory, and its length written last.
// The pages it lies in are part of what a hook costs, so it is no longer than it needs to be.
template <std::size_t Most>
struct FixedText {
    std::array<char, Most> bytes{};
    std::atomic<std::size_t> size = 0;

    void set(std::string_view text) {
        size.store(0);
        if (text.size() > bytes.size()) return;
        std::copy(text.begin(), text.end(), bytes.begin());
        if (text.size() < bytes.size()) bytes[text.size()] = '\0';
        size.store(text.size());
    }
    // With the zero at its end that a path needs; nothing when there is no room for it.
    const char* path() const { return size.load() > 0 && size.load() < bytes.size() ? bytes.data() : nullptr; }
    // The folder of the path.
    void make_folder() {
        for (std::size_t i = size.load(); i-- > 1;) {
            if (bytes[i] != '/') continue;
            bytes[i] = '\0';
            mkdir(bytes.data(), 0700);
            bytes[i] = '/';
            return;
        }
    }
    void print(int output) const {
        const char* at = bytes.data();
        for (std::size_t left = size.load(); left > 0;) {
            const ssize_t written = write(output, at, left);
            if (written <= 0) return;
            at += written;
            left -= static_cast<std::size_t>(written);
        }
    }
};

FixedText<3072> answer_text;
FixedText<512> notice_text;
FixedText<512> record_making;
FixedText<512> record_file;
FixedText<1024> record_text;
constexpr std::array ending_signals{SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

int open_new(const char* file) {
    return open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

void leave_record() {
    const char* making = record_making.path();
    const char* file = record_file.path();
    if (making == nullptr || file == nullptr || record_text.size.load() == 0) return;
    int output = open_new(making);
    if (output < 0 && errno == ENOENT) {
        record_making.make_folder();
        output = open_new(making);
    }
    if (output < 0) return;
    record_text.print(output);
    close(output);
    rename(making, file);
}

void speak(int) {
    answer_text.print(STDOUT_FILENO);
    notice_text.print(STDERR_FILENO);
    leave_record();
    _exit(0);
}

void set_timer(Duration patience) {
    itimerval timer{};
    timer.it_value.tv_sec = patience.ms / 1000;
    timer.it_value.tv_usec = patience.ms % 1000 * 1000;
    setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

void arm_last_word(Duration patience) {
    struct sigaction action{};
    action.sa_handler = speak;
    for (const int number : ending_signals) sigaction(number, &action, nullptr);
    set_timer(patience);
}

void set_last_word(std::string_view answer, std::string_view notice) {
    answer_text.set(answer);
    notice_text.set(notice);
}

void set_last_record(std::string_view making, std::string_view file, std::string_view text) {
    record_text.set({});
    record_making.set(making);
    record_file.set(file);
    record_text.set(text);
}

void disarm_last_word() {
    set_timer({});
    set_last_word({}, {});
    set_last_record({}, {}, {});
}

}  // namespace hm::hook
