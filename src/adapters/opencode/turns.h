// What this process saw of each session's turn, as far as one hook tells that another did not come. Bounded; a session
// that was forgotten is looked at anew.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "app/hooks/agent_event.h"

namespace hm::opencode {

struct Turn {
    std::string prompt_id;                 // of the message that was recorded as its prompt; may be empty
    std::optional<std::string> answer_id;  // of the last answer that a request showed; "" when it showed none
    bool awaits_state = false;             // the person spoke, and the model was shown no state since
    bool has_state_above = false;          // the state of this turn stands in the system prompt
    bool had_request = false;              // of this session, in this turn or before
    bool is_known = false;                 // a call of it was seen
    bool awaits_warning = false;           // of what aged, which the look behind its beginning may have found
};

class Turns {
public:
    Turn& of(std::string_view session) {
        if (turns_.size() >= most_sessions && !turns_.contains(std::string(session))) turns_.clear();
        return turns_[std::string(session)];
    }

private:
    static constexpr std::size_t most_sessions = 200;
    std::unordered_map<std::string, Turn> turns_;
};

// Calls that were let through and have not told of their end, by call_key().
class OpenCalls {
public:
    void open(std::string_view key, BeforeTool call) {
        if (calls_.size() >= most_calls) calls_.erase(calls_.begin());
        if (!call.use.call_id.empty()) calls_.insert_or_assign(std::string(key), std::move(call));
    }

    // Nothing when no such call is open.
    std::optional<BeforeTool> close(std::string_view key) {
        const auto found = calls_.find(key);
        if (found == calls_.end()) return std::nullopt;
        BeforeTool call = std::move(found->second);
        calls_.erase(found);
        return call;
    }

private:
    static constexpr std::size_t most_calls = 64;
    std::map<std::string, BeforeTool, std::less<>> calls_;
};

}  // namespace hm::opencode
