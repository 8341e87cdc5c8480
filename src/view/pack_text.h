// The text of a pack, as the agent reads it: one well-formed XML element, escaped, within its budget.
#pragma once

#include <string>

#include "engine/pack/pack.h"

namespace hm {

// Characters of the element without any item, all sections counted.
std::size_t pack_frame_characters(const PackFacts& facts);

// Characters that one item adds. REQUIRES: the same facts as for render_pack.
std::size_t measure_pack_item(const PackItem& item, const PackFacts& facts);

std::string render_pack(const Pack& pack, const PackFacts& facts);

}  // namespace hm
