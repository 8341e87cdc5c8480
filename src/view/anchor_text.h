// An anchor as packs show it, as far as its size goes.
#pragma once

#include <cstddef>

#include "domain/anchor.h"

namespace hm {

// The most characters that an anchor takes in a pack, its frame included.
std::size_t shown_characters(const Anchor& anchor);

}  // namespace hm
