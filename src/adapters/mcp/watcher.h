// Watcher: tells clients when what they follow has changed. It wakes when the store's files change, whoever wrote, and
// compares what the followed resources hold with what they held: nothing is told that is not so. Idle, it costs
// nothing.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <vector>

#include "adapters/mcp/session.h"

namespace hm::mcp {

class Watcher {
public:
    Watcher(Features& features, Loop& loop) : features_(features), loop_(loop) {}
    ~Watcher();
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    // Wakes for every file of the directory; without a working inotify it looks from time to time.
    void watch(const std::filesystem::path& directory);
    void add(const std::shared_ptr<Session>& session);
    // Something may be new for somebody.
    void wake();

private:
    void touched(Duration wait);
    void look();

    Features& features_;
    Loop& loop_;
    int file_ = -1;
    bool is_due_ = false;
    std::chrono::steady_clock::time_point looked_at_;
    std::vector<std::weak_ptr<Session>> sessions_;
};

}  // namespace hm::mcp
