// The minute on the wall clock, for stamps.
#pragma once

#include "base/time.h"
#include "domain/stamp.h"

namespace hm {

LocalMinute local_minute(Time time);

}  // namespace hm
