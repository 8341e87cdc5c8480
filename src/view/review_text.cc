#include "view/review_text.h"

#include <fmt/format.h>

#include "view/age_text.h"
#include "view/plain_text.h"
#include "view/word_diff.h"

namespace hm {

std::string review_text(const std::vector<ReviewEntry>& entries, Time now) {
    if (entries.empty()) return "Nothing is new.\n";
    std::string text;
    for (const ReviewEntry& entry : entries) {
        text +=
            fmt::format("{}  {:<9} {:>4}  from {}{}\n", entry.id.text(), entry.noun, coarse_age(now - entry.made_at),
                        entry.source, entry.waits ? ", out of packs until accepted" : "");
        if (entry.supersedes && !entry.replaced.empty()) {
            text += fmt::format("    {}\n    replaces {}\n", plain_text(word_diff(entry.replaced, entry.content)),
                                entry.supersedes->text());
        } else {
            text += fmt::format("    {}\n", plain_text(entry.content));
        }
    }
    return text + "`hivemind review accept|edit|reject <id>`; `hivemind review undo <id>` takes it back.\n";
}

json::array review_json(const std::vector<ReviewEntry>& entries) {
    json::array array;
    for (const ReviewEntry& entry : entries) {
        json::object object{{"noun", entry.noun},     {"id", entry.id.text()},    {"made_at", entry.made_at.ms},
                            {"source", entry.source}, {"content", entry.content}, {"waits", entry.waits}};
        if (entry.supersedes) {
            object["supersedes"] = entry.supersedes->text();
            object["diff"] = word_diff(entry.replaced, entry.content);
        }
        array.push_back(std::move(object));
    }
    return array;
}

}  // namespace hm
