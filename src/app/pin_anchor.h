// Pinning an anchor, the same way for every command that does: the earlier version is kept, the critical ones stay
// within what a pack can always show, and a decision becomes knowledge.
#pragma once

#include "app/command.h"
#include "domain/anchor.h"

namespace hm {

// Critical anchors are never left out of a pack, so that their sum is limited: characters as they are shown.
inline constexpr std::size_t most_critical_characters = 3000;

// `earlier` is what is pinned under the key now.
Result<Receipt> pin_anchor(Anchor anchor, const std::optional<Anchor>& earlier, const CommandContext& context);

}  // namespace hm
