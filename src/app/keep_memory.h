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
// A memory that it supersedes must be there and in use, and is no longer afterwards, unless the new one waits for a
// person to accept it.
Result<Receipt> keep_memory(Memory memory, const AskedPlace& place, std::string_view sentence,
                            const CommandContext& context);

// Takes what the memory supersedes out of use. While the memory itself waits for a person to accept it, the old one
// holds: text from outside must not push out what is known.
Result<void> take_its_place(const Memory& newer, const CommandContext& context);

// Only a person lets an entry be used that waits for review.
Result<void> refuse_unless_reviewed(const Memory& memory, const CommandContext& context);

}  // namespace hm
