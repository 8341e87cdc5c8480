// Pinning an anchor, the same way for every command that does: the earlier version is kept, the critical ones stay
// within what a pack can always show, and a decision becomes knowledge.
#pragma once

#include "app/command.h"
#include "domain/anchor.h"

namespace hm {

// What a command says of an anchor; `Value` is optional where the one that is pinned may stay.
template <typename Value>
struct AnchorInput {
    AnchorKey key;
    Value value;
    std::optional<AnchorKind> kind;
    std::optional<AnchorPriority> priority;
    std::optional<FilePath> file;
    std::optional<std::int64_t> line;
    std::optional<Id> task_id;
    std::vector<Id> related_to;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Anchor::key, &AnchorInput::key));
        visit(same_as(&Anchor::value, &AnchorInput::value));
        visit(same_as(&Anchor::kind, &AnchorInput::kind));
        visit(same_as(&Anchor::priority, &AnchorInput::priority));
        visit(same_as(&AnchorSource::file, &AnchorInput::file));
        visit(same_as(&AnchorSource::line, &AnchorInput::line));
        visit(same_as(&AnchorSource::task_id, &AnchorInput::task_id));
        visit(same_as(&Anchor::related_to, &AnchorInput::related_to));
    }
};

// Critical anchors are never left out of a pack, so that their sum is limited: characters as they are shown.
inline constexpr std::size_t most_critical_characters = 3000;

// `earlier` is what is pinned under the key now.
Result<Receipt> pin_anchor(Anchor anchor, const std::optional<Anchor>& earlier, const CommandContext& context);

}  // namespace hm
