// Why a pack is as it is: every candidate with its score, what the score is made of, and what became of it.
#pragma once

#include <string>

#include "base/json.h"
#include "view/pack_text.h"

namespace hm {

json::array pack_explained_json(const Pack& pack);
std::string pack_explained_text(const Pack& pack, const PackText& text, std::size_t budget);

// A few words of what an item shows, in one line.
std::string item_headline(const PackItem& item);

}  // namespace hm
