// What a document points to and which pieces of code stand within its lines. Addresses on the net and places within the
// document itself are left out. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/documents/document.h"
#include "engine/documents/outline.h"

namespace hm {

struct CodePiece {
    std::string_view text;
    std::size_t line = 0;
};

struct FoundLinks {
    std::vector<DocumentLink> links;
    std::vector<CodePiece> code;  // between backticks
};

FoundLinks links_in(const std::vector<DocumentLine>& lines, Markup markup);

// The file that a piece of code names, without the line behind it: "src/a.ts" of "./src/a.ts:12". Nothing when it is
// plainly something else.
std::optional<std::string> path_in_code(std::string_view code);

}  // namespace hm
