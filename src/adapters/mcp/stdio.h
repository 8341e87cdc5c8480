// Watcher: tells clients when what they follow has changed. It wakes when the store's files change, whoever wrote, and
// compares what the followed resources hold with what they held: nothing is told that is not so. Idle, it costs
// nothing.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <vector>

#include "adapters/http/loop.h"
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

// The transport of `hivemind mcp`: one message a line on standard input and output. The connection is the session; it
// ends when its input ends, so it cannot outlive its client.

// Between this program and one that was installed in its place meanwhile.
struct Handover {
    std::string unread;  // what the program before this one had read and not answered
    // Hands over what was read and not answered; returns when there is no newer program. The handshake and what was
    // followed do not go along.
    std::function<void(std::string_view unread)> give_way;
};

// Until the input ends, the output is closed, or `signals` becomes readable. Returns the exit code.
int serve_stdio(std::string session_name, Features& features, Watcher& watcher, Loop& loop, int signals,
                Handover handover);

}  // namespace hm::mcp
