#include "domain/knowledge.h"

#include <algorithm>

namespace hm {

std::int64_t confidence_at(const Knowledge& knowledge, Time now) {
    constexpr std::int64_t lost_each_time = 10;
    constexpr std::int64_t lost_by_change = 30;
    const std::int64_t sure =
        std::max<std::int64_t>(0, knowledge.confidence - (knowledge.stale_since ? lost_by_change : 0));
    const Time confirmed_at = knowledge.validated_at.value_or(knowledge.modified_at);
    if (knowledge.stale_after.ms <= 0 || now <= confirmed_at) return sure;
    const std::int64_t periods = (now.ms - confirmed_at.ms) / knowledge.stale_after.ms;
    return std::max<std::int64_t>(0, sure - lost_each_time * std::min<std::int64_t>(periods, 10));
}

}  // namespace hm
