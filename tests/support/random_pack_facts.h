// Facts for packs that nobody would think of: any number of everything, with hostile text in every field.
#pragma once

#include "engine/pack/facts.h"

namespace hm::testing {

// The same facts for the same seed.
PackFacts random_pack_facts(unsigned seed);

}  // namespace hm::testing
