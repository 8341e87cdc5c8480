#include "adapters/cli/help.h"

#include <fmt/format.h>

#include <algorithm>

namespace hm::cli {
namespace {

std::string flag_line(const FieldShape& field) {
    std::string flag(field.name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    const std::string_view needed = field.presence == Presence::required ? " (needed)" : "";
    return fmt::format("  --{:<18} {}{}\n  {:<20} {}\n", flag, field.sentence, needed, "", to_words(field.shape));
}

}  // namespace

std::string overview(const std::vector<HelpEntry>& entries) {
    std::string text =
        "hivemind: a brain for AI coding agents\n\nusage: hivemind <command> [--flag value …] [--json]\n\n";
    for (const HelpEntry& entry : entries) text += fmt::format("  {:<24} {}\n", entry.name, entry.sentence);
    return text + "\nhivemind <command> --help tells more. In a new project, begin with: hivemind init\n";
}

std::string help_for(const HelpEntry& entry, const Shape& shape, std::string_view positional) {
    std::string text = fmt::format("hivemind {}", entry.name);
    if (!positional.empty()) text += fmt::format(" [{}]", positional);
    text += fmt::format("\n{}\n\n", entry.sentence);
    for (const FieldShape& field : shape.fields) text += flag_line(field);
    return text + fmt::format("  --{:<18} Print JSON for machines.\n", "json");
}

}  // namespace hm::cli
