// Distractors: items that answer no question, made from the words of the folders themselves, so that every word of a
// question is as common among them as among what is looked for. The same folders give the same distractors.
#pragma once

#include "app/recall_folder.h"

namespace hm {

// Nothing when the folders hold no words.
std::vector<EvalItem> made_distractors(const std::vector<EvalFolder>& folders, std::size_t count);

}  // namespace hm
