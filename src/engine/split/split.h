// Split: when a context is nearly full, its session goes on in a fresh one, which opens with the pack and the last
// messages. Decided by the tokens that the client reports, never by turns. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "domain/session_counters.h"
#include "domain/settings.h"

namespace hm {

struct SplitDecision {
    bool is_due = false;
    std::int64_t percent = 0;  // of the window in use; 0 when the client does not tell
};

SplitDecision decide_split(const SessionCounters& counters, const Settings& settings);

struct SplitMessage {
    std::string from;  // "user" or "assistant"
    std::string text;
};

inline constexpr std::size_t most_split_messages = 6;
inline constexpr std::size_t split_message_characters = 2000;

// The last messages, each cut to its cap; what is empty is no message. Oldest first.
std::vector<SplitMessage> last_messages(const std::vector<SplitMessage>& messages);

}  // namespace hm
