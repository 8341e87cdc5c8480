// What the child of OpenCode remembers between requests: turns, repeated calls, advice that waits.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "adapters/clients/opencode/behind.h"
#include "adapters/clients/opencode/host_hooks.h"
#include "app/event/agent_event.h"
#include "app/hooks/handle.h"
#include "app/project/project_at.h"

namespace hm::opencode {

// Advice on a call that was let through, by call_key(), kept until the call is done: only then can the agent be shown
// it, behind the call's own result. Bounded; what is pushed out was never asked for.

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

// How often each session made the very same call in a row, failed ones included: OpenCode does not tell of the end of a
// call that failed. Bounded; a session that was forgotten is counted anew.

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

// What this process saw of each session's turn, as far as one hook tells that another did not come. Bounded; a session
// that was forgotten is looked at anew.

struct Turn {
    std::string prompt_id;                 // of the message that was recorded as its prompt; may be empty
    std::optional<std::string> answer_id;  // of the last answer that a request showed; "" when it showed none
    bool awaits_state = false;             // the person spoke, and the model was shown no state since
    bool has_state_above = false;          // the state of this turn stands in the system prompt
    bool had_request = false;              // of this session, in this turn or before
    bool is_known = false;                 // a call of it was seen
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

// What the child that the plugin keeps remembers from one request to the next. Everything in it is bounded, and nothing
// of it is needed for a right answer: a child that replaces another begins with none of it.

struct ReplyMemory {
    PendingAdvice advice;
    RepeatedCalls repeated;
    HookMemory of_hooks;
    HostHooks hooks;
    Turns turns;
    OpenCalls calls;
    KeptRoot kept;
    LaterWork later;
    std::string client_process;  // AgentIdentity::process
};

}  // namespace hm::opencode
