// Loop: waits for files and for times, and calls who asked, one after the other. Single-threaded: a handler that takes
// long delays all others, so none may wait for anything itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "base/time.h"

namespace hm::mcp {

class Loop {
public:
    using Act = std::function<void()>;
    using Handler = std::function<void(short events)>;

    // Calls the handler with what poll(2) found; `events` may be changed later. One handler a file.
    void watch(int file, short events, Handler handler);
    void change(int file, short events);
    void forget(int file);

    // Once, when the time has passed.
    void after(Duration duration, Act act);

    // Goes on until stop().
    void run();
    void stop() { is_stopped_ = true; }

private:
    using Steady = std::chrono::steady_clock;
    struct Watched {
        short events = 0;
        std::uint64_t number = 0;  // a file number may come again for another file
        std::shared_ptr<Handler> handler;
    };

    int next_wait_ms() const;
    void run_due();

    std::map<int, Watched> files_;
    std::multimap<Steady::time_point, Act> times_;
    std::uint64_t watched_ = 0;
    bool is_stopped_ = false;
};

}  // namespace hm::mcp
