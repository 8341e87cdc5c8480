#include "engine/split/split.h"

#include <algorithm>

#include "base/utf8.h"

namespace hm {

SplitDecision decide_split(const SessionCounters& counters, const Settings& settings) {
    SplitDecision decision;
    if (counters.window <= 0) return decision;
    decision.percent = std::clamp<std::int64_t>(counters.tokens * 100 / counters.window, 0, 999);
    const bool is_full = settings.split_at_percent > 0 && decision.percent >= settings.split_at_percent;
    decision.is_due = is_full && counters.is_split == 0;
    return decision;
}

std::vector<SplitMessage> last_messages(const std::vector<SplitMessage>& messages) {
    std::vector<SplitMessage> kept;
    for (auto it = messages.rbegin(); it != messages.rend() && kept.size() < most_split_messages; ++it) {
        if (it->text.find_first_not_of(" \t\r\n") == std::string::npos) continue;
        kept.push_back({it->from, shorten(repair_utf8(it->text), split_message_characters)});
    }
    std::ranges::reverse(kept);
    return kept;
}

}  // namespace hm
