#include "adapters/cli/confirm.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "adapters/cli/environment.h"
#include "base/result.h"

namespace hm::cli {

std::optional<int> ended_without_consent(bool has_agreed, std::string_view question, Environment& environment) {
    if (has_agreed) return std::nullopt;
    if (isatty(STDIN_FILENO) == 0) {
        environment.err("This was not done: nobody can be asked here. Add --yes to do it.\n");
        return wrong_usage;
    }
    environment.err(fmt::format("{} [y/N] ", question));
    const std::string answer = read_typed_line().value_or("");
    if (answer == "y" || answer == "Y" || answer == "yes") return std::nullopt;
    environment.err("This was not done.\n");
    return refused;
}

namespace {

// One more byte than a reader of JSON takes, so that it sees that the line is too long.
constexpr std::size_t longest_line = (8U << 20U) + 1;

}  // namespace

std::optional<std::string> read_typed_line() {
    std::string line;
    int c = std::getc(stdin);
    if (c == EOF) return std::nullopt;
    for (; c != EOF && c != '\n'; c = std::getc(stdin)) {
        if (line.size() < longest_line) line += static_cast<char>(c);
    }
    return line;
}

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
