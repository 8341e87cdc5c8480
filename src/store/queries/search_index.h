// The search index as it is kept: what of each record can be searched for, written with the record. Records that were
// written before there was this index, or with plain SQL, are filled in later.
#pragma once

#include "domain/anchor.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "store/records/records.h"

namespace hm {

// Where records without a number of their own stand in the index, behind all memories.
inline constexpr std::int64_t first_other_row = std::int64_t{1} << 40U;

// Words that no text holds: they find what is filed on a shelf or bears a tag.
std::string shelf_mark(std::string_view shelf);
std::string tag_mark(std::string_view tag);

// REQUIRES: its row is there.
Result<void> index_memory(Transaction& transaction, std::int64_t number, const Memory& memory);

// Knowledge and anchors that are not in the index yet, some hundreds at once. Answers how many.
Result<std::int64_t> index_missing_others(Transaction& transaction);

}  // namespace hm
