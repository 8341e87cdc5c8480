#include "view/split_text.h"

#include <fmt/format.h>

#include "view/xml.h"

namespace hm {

std::string split_text(const Session& session, std::string_view pack, const std::vector<SplitMessage>& messages) {
    std::string text = fmt::format(
        "<hivemind_split session=\"{}\">\n"
        "This session goes on from {}, whose context was nearly full. Nothing was decided anew.\n"
        "{}{}<recent_dialogue>\n",
        session.stamp.view(), session.stamp.view(), pack, pack.ends_with('\n') ? "" : "\n");
    for (const SplitMessage& message : messages) {
        text += fmt::format("<message role=\"{}\">{}</message>\n", escape_xml(message.from), escape_xml(message.text));
    }
    return text + "</recent_dialogue>\n</hivemind_split>\n";
}

}  // namespace hm
