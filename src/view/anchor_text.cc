#include "view/anchor_text.h"

#include "base/utf8.h"
#include "view/xml.h"

namespace hm {

std::size_t shown_characters(const Anchor& anchor) {
    // <anchor key="" priority="critical" age="99d"></anchor> and the end of the line.
    constexpr std::size_t frame = 56;
    return frame + count_characters(escape_xml(anchor.key.view())) + count_characters(escape_xml(anchor.value.view()));
}

}  // namespace hm
