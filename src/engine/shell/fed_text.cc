// What a call reads from its standard input, where the text itself says it.
#include "engine/shell/judges.h"

namespace hm::shell {

std::optional<Word> fed_text(const Call& call) {
    if (call.command().input) return call.command().input;
    if (!call.command().fed_by || *call.command().fed_by >= call.script().commands.size()) return std::nullopt;
    const Command& feeder = call.script().commands[*call.command().fed_by];
    if (feeder.words.empty() || feeder.is_part_of_block) return Word{"a block", Certainty::unknown};
    const std::string& program = feeder.words.front().text;
    if (program == "cat" && feeder.words.size() == 1 && feeder.input) return feeder.input;
    if (program != "echo" && program != "printf") return Word{program, Certainty::unknown};
    Word text;
    std::size_t first = 1;
    // Only what stands in front is an option of its own: echo -n rm -rf src.
    while (first < feeder.words.size() && is_listed(feeder.words[first].text, "-n -e -E -ne -en -nE -En --")) ++first;
    for (std::size_t i = first; i < feeder.words.size(); ++i) {
        text.text += (text.text.empty() ? "" : " ") + feeder.words[i].text;
        text.certainty = std::max(text.certainty, feeder.words[i].certainty);
    }
    const bool has_escapes = text.text.find('\\') != std::string::npos || text.text.find('%') != std::string::npos;
    if (has_escapes) text.certainty = Certainty::unknown;
    return text;
}

}  // namespace hm::shell
