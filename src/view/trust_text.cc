#include "view/trust_text.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t longest_value = 500;

std::string counts_line(std::string_view title, const StoreSurvey::Counts& counts) {
    std::string listed;
    for (const auto& [name, rows] : counts) {
        listed += fmt::format("{}{} {}", listed.empty() ? "" : ", ", plain_text(shorten(name, 40)), rows);
    }
    return fmt::format("{:<22} {}\n", title, listed.empty() ? "none" : listed);
}

std::string shown(std::string_view text) {
    return plain_text(shorten(text, longest_value));
}

}  // namespace

std::string survey_lines(const StoreSurvey& survey) {
    std::string text;
    if (!survey.foreign_objects.empty()) {
        text += "Not made by HiveMind, and reason enough not to use it:\n";
        for (const std::string& object : survey.foreign_objects) text += fmt::format("  {}\n", object);
        return text;
    }
    text += counts_line("records", survey.records);
    text += counts_line("memories, by trust", survey.memories_by_trust);
    text += fmt::format("{:<22} {}\n", "critical anchors", survey.critical_anchors.size());
    for (const Anchor& anchor : survey.critical_anchors) {
        text += fmt::format("  {}: {}\n", shown(anchor.key.view()), shown(anchor.value.view()));
    }
    text += fmt::format("{:<22} {}\n", "grants in force", survey.grants.size());
    for (const Grant& grant : survey.grants) {
        text += fmt::format("  {} {} until {}, by {}\n", name_of(grant.kind), shown(grant.target.view()),
                            to_iso(grant.until), shown(grant.granted_by.view()));
    }
    text += fmt::format("{:<22} {}\n", "changed settings", survey.settings.size());
    for (const auto& [name, value] : survey.settings) text += fmt::format("  {} = {}\n", shown(name), shown(value));
    return text;
}

}  // namespace hm
