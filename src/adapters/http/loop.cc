#include "adapters/http/loop.h"

#include <poll.h>

#include <algorithm>
#include <vector>

namespace hm::mcp {

void Loop::watch(int file, short events, Handler handler) {
    files_[file] = {events, ++watched_, std::make_shared<Handler>(std::move(handler))};
}

void Loop::change(int file, short events) {
    if (const auto found = files_.find(file); found != files_.end()) found->second.events = events;
}

void Loop::forget(int file) {
    files_.erase(file);
}

void Loop::after(Duration duration, Act act) {
    times_.emplace(Steady::now() + std::chrono::milliseconds(duration.ms), std::move(act));
}

int Loop::next_wait_ms() const {
    if (times_.empty()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(times_.begin()->first - Steady::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

void Loop::run_due() {
    // What an act adds waits for the next round, so that files are looked at in between.
    std::vector<Act> due;
    while (!times_.empty() && times_.begin()->first <= Steady::now()) {
        due.push_back(std::move(times_.begin()->second));
        times_.erase(times_.begin());
    }
    for (const Act& act : due) act();
}

void Loop::run() {
    std::vector<pollfd> polled;
    std::vector<std::uint64_t> numbers;
    while (!is_stopped_) {
        polled.clear();
        numbers.clear();
        for (const auto& [file, watched] : files_) {
            polled.push_back({file, watched.events, 0});
            numbers.push_back(watched.number);
        }
        const int ready = poll(polled.data(), polled.size(), next_wait_ms());
        run_due();
        for (std::size_t i = 0; ready > 0 && i < polled.size() && !is_stopped_; ++i) {
            if (polled[i].revents == 0) continue;
            const auto found = files_.find(polled[i].fd);
            if (found == files_.end() || found->second.number != numbers[i]) continue;
            // Held, because a handler may forget its own file.
            const std::shared_ptr<Handler> handler = found->second.handler;
            (*handler)(polled[i].revents);
        }
    }
}

}  // namespace hm::mcp
