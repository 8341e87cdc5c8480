// Keeping a memory, the same way for every command that makes one: what is already known is refreshed instead of
// being kept twice, what is nearly known is kept and the others are named. Nothing that was told is dropped.
#pragma once

#include "app/command/command.h"
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

// Where a new memory comes from: the task it was learnt in, and the shelf it is filed on.

// The task named, which must exist; else the one at the read-head, or in hand; of several, and without any, none.
Result<std::optional<Id>> origin_task(const std::optional<Id>& named, const CommandContext& context);

Word shelf_or_default(const std::optional<Word>& shelf);

// Evidence: what may make an observation verified. One rule for every command that asks for it.

struct GivenEvidence {
    std::optional<FilePath> file;  // of the project
    std::optional<Sentence> says;  // words that stand in it
    std::optional<Id> checkpoint_id;
    std::optional<Sentence> words;  // a person's
};

// The evidence in sentences that can be kept. Refused when it shows nothing: a file that is not there or does not say
// so, a call that failed, or an agent's mere word.
Result<std::vector<Sentence>> check_evidence(const GivenEvidence& given, const CommandContext& context);

}  // namespace hm
