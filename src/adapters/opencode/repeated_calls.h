// How often each session made the very same call in a row, failed ones included: OpenCode does not tell of the end of a
// call that failed. Bounded; a session that was forgotten is counted anew.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace hm::opencode {

class RepeatedCalls {
public:
    // Counts the call and answers how often it was made before it.
    std::int64_t count(std::string_view session, std::string_view print) {
        if (in_a_row_.size() >= most_sessions) in_a_row_.clear();
        Last& last = in_a_row_[std::string(session)];
        if (last.print != print) last = {std::string(print), 0};
        return last.times++;
    }

    // The person spoke: what ran away before has been seen.
    void forget(std::string_view session) { in_a_row_.erase(std::string(session)); }

private:
    struct Last {
        std::string print;
        std::int64_t times = 0;
    };
    static constexpr std::size_t most_sessions = 200;
    std::unordered_map<std::string, Last> in_a_row_;
};

}  // namespace hm::opencode
