// Advice on a call that was let through, by call_key(), kept until the call is done: only then can the agent be shown
// it, behind the call's own result. Bounded; what is pushed out was never asked for.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace hm::opencode {

class PendingAdvice {
public:
    // In the place of what was kept for that call.
    void keep(std::string_view key, std::string advice) {
        (void)take(key);
        if (pending_.size() == most_pending) pending_.pop_front();
        pending_.emplace_back(key, std::move(advice));
    }

    // The advice on that call, or "".
    std::string take(std::string_view key) {
        for (auto it = pending_.begin(); it != pending_.end(); ++it) {
            if (it->first != key) continue;
            std::string advice = std::move(it->second);
            pending_.erase(it);
            return advice;
        }
        return {};
    }

private:
    static constexpr std::size_t most_pending = 64;
    std::deque<std::pair<std::string, std::string>> pending_;
};

}  // namespace hm::opencode
