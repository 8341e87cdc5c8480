// How long ago, in the one unit that says enough: 12m, 5h, 3d. Never finer than a minute, so that a text with
// ages in it stays the same from one request to the next.
#pragma once

#include <string>

#include "base/time.h"

namespace hm {

std::string coarse_age(Duration age);

}  // namespace hm
