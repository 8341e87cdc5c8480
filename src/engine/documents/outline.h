// The lines of a document, each with what it is, and the headings among them. Only prose makes headings: a # in a code
// block, in the front matter or in a comment is none. Markdown and reStructuredText; any other text is taken for
// Markdown. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "base/enum_names.h"

namespace hm {

HM_ENUM(Markup, markdown, rst)
HM_ENUM(LineKind, prose, code, front_matter, comment, mark)  // mark: begins or ends one of the others

Markup markup_of(std::string_view path);

struct DocumentLine {
    std::size_t number = 0;  // from 1
    std::size_t offset = 0;  // in bytes
    std::string_view text;   // without its end
    LineKind kind = LineKind::prose;
    std::string_view language = {};  // of the code it belongs to, as the block names it
};

std::vector<DocumentLine> lines_of(std::string_view text, Markup markup);

struct Heading {
    std::size_t level = 1;
    std::string_view words;
    std::size_t line = 0;
    std::size_t offset = 0;  // where its section begins
};

std::vector<Heading> headings_in(const std::vector<DocumentLine>& lines, Markup markup);

}  // namespace hm
