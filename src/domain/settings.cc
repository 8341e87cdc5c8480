#include "domain/settings.h"

namespace hm {

FailMode effective_fail(const Settings& settings) {
    if (settings.fail != FailMode::by_mode) return settings.fail;
    return settings.mode == GateMode::strict ? FailMode::closed : FailMode::open;
}

}  // namespace hm
