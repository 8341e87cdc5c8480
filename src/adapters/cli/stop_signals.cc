#include "adapters/cli/stop_signals.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>

#include "base/result.h"

namespace hm::cli {

StopSignals::StopSignals() {
    sigset_t stopping;
    sigemptyset(&stopping);
    sigaddset(&stopping, SIGINT);
    sigaddset(&stopping, SIGTERM);
    sigprocmask(SIG_BLOCK, &stopping, &before_);
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &pipe_before_);
    signals_ = signalfd(-1, &stopping, SFD_CLOEXEC | SFD_NONBLOCK);
    HM_ASSERT(signals_ >= 0);
}

StopSignals::~StopSignals() {
    // What was waiting has done its work; unblocked, it would end the process after all.
    signalfd_siginfo taken{};
    while (read(signals_, &taken, sizeof taken) > 0) {
    }
    close(signals_);
    sigaction(SIGPIPE, &pipe_before_, nullptr);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
}

WaitEnd StopSignals::wait(Duration longest) {
    // No event is asked of the output: a reader that is gone is told anyway.
    return wait(0, static_cast<int>(longest.ms));
}

WaitEnd StopSignals::wait_for_room() {
    return wait(POLLOUT, -1);
}

WaitEnd StopSignals::wait(short output_events, int longest_ms) {
    std::array<pollfd, 2> files{pollfd{signals_, POLLIN, 0}, pollfd{STDOUT_FILENO, output_events, 0}};
    poll(files.data(), files.size(), longest_ms);
    const bool is_unread = (files[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    return files[0].revents != 0 || is_unread ? WaitEnd::stopped : WaitEnd::go_on;
}

}  // namespace hm::cli
