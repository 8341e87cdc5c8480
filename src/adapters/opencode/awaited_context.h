// Sessions whose person spoke and whose model was shown no context since. The hook that carries the context is one that
// OpenCode calls experimental: where it does not come, the result of the model's first call carries it instead.
// Bounded; a session that was forgotten waits for the hook again.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace hm::opencode {

class AwaitedContext {
public:
    void prompted(std::string_view session) {
        if (waiting_.size() >= most_sessions) waiting_.clear();
        waiting_.emplace(session);
    }

    void shown(std::string_view session) { waiting_.erase(std::string(session)); }

    // Whether the session still waits; it does not from then on.
    bool take(std::string_view session) { return waiting_.erase(std::string(session)) > 0; }

private:
    static constexpr std::size_t most_sessions = 200;
    std::unordered_set<std::string> waiting_;
};

}  // namespace hm::opencode
