#include "domain/settings.h"

namespace hm {

FailMode effective_fail(const Settings& settings) {
    if (settings.fail != FailMode::by_mode) return settings.fail;
    return settings.mode == GateMode::strict ? FailMode::closed : FailMode::open;
}

bool is_paused(const Settings& settings, Time now) {
    return settings.paused_until && now < *settings.paused_until;
}

GateMode effective_mode(const Settings& settings, Time now) {
    return is_paused(settings, now) ? GateMode::permissive : settings.mode;
}

}  // namespace hm
