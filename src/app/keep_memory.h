// Keeping a memory, the same way for every command that makes one: what is already known is refreshed instead of
// being kept twice, what is nearly known is kept and the others are named. Nothing that was told is dropped.
#pragma once

#include "app/command.h"
#include "domain/memory.h"

namespace hm {

// Where the caller asked for the memory to be; a known one elsewhere is then not the same.
struct AskedPlace {
    std::optional<Word> shelf;
    std::optional<Id> origin_task_id;
};

// Fills in what every new memory has, keeps it, and says what became of it. `sentence` is said of a new one.
// A memory that it supersedes must be there and in use, and is no longer afterwards.
Result<Receipt> keep_memory(Memory memory, const AskedPlace& place, std::string_view sentence,
                            const CommandContext& context);

}  // namespace hm
