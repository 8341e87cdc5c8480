// The texts and paths that records are made of. A limit on a value lives here and nowhere else.
#pragma once

#include <cstddef>

#include "base/text.h"

namespace hm {

using Title = Text<1, 200>;
using Sentence = Text<1, 500>;
using Paragraph = Text<1, 2000>;
using MemoryText = Text<1, 4000>;
using AnchorKey = Text<1, 100>;
using AnchorValue = Text<1, 500>;
using Word = Text<1, 60>;  // a shelf, an agent's or a tool's name
using ClientSessionId = Text<1, 200>;
using StampText = Text<12, 20>;

// A path relative to the project's root, with '/' between its parts.
using FilePath = Text<1, 1024, struct FilePathKind>;
using Tag = Text<1, 60, struct TagKind>;

// How many paths one call may name and still be judged. Whoever reads a call keeps one more than these, so that the
// gate sees that there are more, and refuses what it did not look at.

inline constexpr std::size_t most_judged_paths = 500;

}  // namespace hm
