#include "engine/compaction/compaction.h"

#include <algorithm>
#include <array>

namespace hm {
namespace {

constexpr std::size_t least_characters = 2000;
constexpr std::size_t most_characters = 12'000;
constexpr std::int64_t characters_a_token = 3;

// Deciding, giving up, undoing and failing change the direction; saving and finishing do not.
constexpr std::array<std::string_view, 12> direction_changes{
    "turning-point.create", "decision.resolve", "decision.change", "memory.flag-false-path", "plan.create",
    "plan.abandon",         "plan.archive",     "task.fail",       "task.invalidate",        "undo",
    "session.start",        "session.cancelled"};

}  // namespace

bool is_useless_to_add(const SessionCounters& counters) {
    return counters.useless_compactions >= useless_compactions_taken;
}

std::size_t compaction_characters(const SessionCounters& counters, const Settings& settings) {
    std::size_t characters =
        std::clamp<std::size_t>(static_cast<std::size_t>(std::max<std::int64_t>(settings.pack_characters, 0)) / 2,
                                least_characters, most_characters);
    if (counters.window > 0) {
        const std::int64_t by_window = std::max<std::int64_t>(1, counters.window / 100) * characters_a_token;
        characters = std::clamp<std::size_t>(static_cast<std::size_t>(by_window), least_characters, characters);
    }
    return characters;
}

bool is_turning_point(const Event& event) {
    return std::ranges::find(direction_changes, event.kind.view()) != direction_changes.end();
}

std::vector<Event> turning_points_among(const std::vector<Event>& events, std::size_t most) {
    std::vector<Event> found;
    for (const Event& event : events) {
        if (found.size() < most && is_turning_point(event)) found.push_back(event);
    }
    return found;
}

}  // namespace hm
