// The text of one item of a pack, in full or brief. No stored text can break out of its element: markup is escaped,
// and what belongs to the structure is an element or an attribute, never a line of text.
#pragma once

#include <string>

#include "engine/pack/pack.h"

namespace hm {

// Without ages the same items give the same text a minute later.
HM_ENUM(Ages, shown, hidden)

// Whole lines. REQUIRES: form is full or brief.
std::string pack_item_text(const PackItem& item, ItemForm form, const PackFacts& facts, Ages ages = Ages::shown);

}  // namespace hm
