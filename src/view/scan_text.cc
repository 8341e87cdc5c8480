#include "view/scan_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/utf8.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t most_lines = 40;

std::string shown(std::string_view text) {
    return plain_text(shorten(text, 160));
}

std::string plural(std::int64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// A heading and its lines, at most so many of them.
std::string block(std::string_view heading, const std::vector<std::string>& lines, std::size_t most = most_lines) {
    if (lines.empty()) return {};
    std::string text = fmt::format("{}\n", heading);
    for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) text += "  " + lines[i] + "\n";
    if (lines.size() > most) text += fmt::format("  … and {} more\n", lines.size() - most);
    return text;
}

std::string counts_line(const ScanCounts& counts) {
    std::string text = fmt::format("{}, {}, {}", plural(counts.files, "file"), plural(counts.documents, "document"),
                                   plural(counts.files_read, "file") + " read now");
    if (counts.too_large > 0) text += fmt::format(", {} too large", counts.too_large);
    if (counts.unreadable > 0) text += fmt::format(", {} not readable", counts.unreadable);
    if (counts.left_out > 0) text += fmt::format(", {} beyond the limits", counts.left_out);
    if (!counts.is_whole) text += "; not the whole project was seen";
    return text + "\n";
}

std::vector<std::string> folder_lines(const ProjectMap& map) {
    std::vector<std::string> lines;
    for (const MappedFolder& folder : map.root_structure) {
        const std::string_view path = folder.path.view();
        lines.push_back(fmt::format("{:{}}{}/  {}", "", 2 * (folder.depth - 1), shown(path.substr(path.rfind('/') + 1)),
                                    plural(folder.files, "file")));
    }
    return lines;
}

std::vector<std::string> framework_lines(const ProjectMap& map) {
    std::vector<std::string> lines;
    for (const MappedFramework& each : map.frameworks_detected) {
        std::vector<std::string> evidence;
        for (const ScannedText& piece : each.evidence) evidence.push_back(shown(piece.view()));
        lines.push_back(fmt::format("{}{}  ({}; {} %)", each.name.view(),
                                    each.version ? " " + shown(each.version->view()) : "", fmt::join(evidence, ", "),
                                    each.confidence));
    }
    return lines;
}

std::vector<std::string> governance_lines(const ProjectMap& map) {
    std::vector<std::string> lines;
    for (const MappedGovernance& each : map.governance_detected) {
        lines.push_back(fmt::format("{}  {}{}", each.name.view(), shown(each.path.view()),
                                    each.keeps_plans ? "  (keeps plans of its own)" : ""));
    }
    return lines;
}

std::vector<std::string> dependency_lines(const ProjectMap& map, DependencyUse use) {
    std::vector<std::string> lines;
    for (const MappedDependency& each : map.dependencies) {
        if (each.use != use) continue;
        const std::string where = each.manifest              ? each.manifest->str()
                                  : each.imported_in.empty() ? std::string()
                                                             : each.imported_in.front().str();
        lines.push_back(fmt::format("{}  ({})", shown(each.name.view()), shown(where)));
    }
    return lines;
}

std::vector<std::string> change_lines(const Drift& drift) {
    std::vector<std::string> lines;
    for (const DriftDetection& each : drift.detections) {
        if (each.change == DriftChange::contradicted) continue;
        std::string line =
            fmt::format("{} {}: {}", name_of(each.subject), name_of(each.change), shown(each.what.view()));
        if (each.before && each.now) {
            line += fmt::format(" ({} → {})", shown(each.before->view()), shown(each.now->view()));
        } else if ((each.now || each.before) && each.subject != DriftSubject::document) {
            line += fmt::format(" ({})", shown((each.now ? each.now : each.before)->view()));
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace

std::string project_text(const ProjectMap& map) {
    std::string text = counts_line(map.counts);
    std::vector<std::string> languages;
    for (const MappedLanguage& each : map.languages) {
        languages.push_back(fmt::format("{} {}", each.name.view(), each.files));
    }
    if (languages.size() > 12) languages.resize(12);
    if (!languages.empty()) text += fmt::format("languages by files: {}\n", fmt::join(languages, ", "));
    text += block("folders", folder_lines(map)) + frameworks_text(map) + dependencies_text(map) + documents_text(map);
    return text;
}

std::string frameworks_text(const ProjectMap& map) {
    const std::string text = block("frameworks", framework_lines(map)) + block("governance", governance_lines(map));
    return text.empty() ? "(no framework was found)\n" : text;
}

std::string dependencies_text(const ProjectMap& map) {
    if (map.dependencies.empty()) return {};
    const auto locked =
        std::ranges::count_if(map.dependencies, [](const auto& each) { return bool(each.locked_version); });
    const auto declared = std::ranges::count_if(map.dependencies, [](const auto& each) { return bool(each.manifest); });
    return fmt::format("dependencies: {} declared in {}, {} held by a lock file\n", declared,
                       plural(static_cast<std::int64_t>(map.manifests.size()), "manifest"), locked) +
           block("declared, but no import of them was seen", dependency_lines(map, DependencyUse::unused), 15) +
           block("imported, but declared nowhere", dependency_lines(map, DependencyUse::undeclared), 15);
}

std::string documents_text(const ProjectMap& map) {
    if (map.documents.empty()) return "(no documents)\n";
    std::vector<std::string> documents;
    std::vector<std::string> stale;
    std::vector<std::string> orphans;
    std::int64_t less_sure = 0;
    for (const DocumentEntry& each : map.documents) {
        documents.push_back(fmt::format("{}  [{}] {}{}", shown(each.path.view()), name_of(each.type),
                                        shown(each.title.view()),
                                        each.linked_to.empty() ? "" : fmt::format("  → {}", each.linked_to.size())));
        for (const StaleIndicator& indicator : each.stale_indicators) {
            if (indicator.confidence < more_likely_than_not) {
                ++less_sure;
            } else {
                stale.push_back(contradiction_text(contradiction_of(each, indicator)));
            }
        }
        if (each.is_orphan) orphans.push_back(shown(each.path.view()));
    }
    std::vector<std::string> relations;
    for (const DocumentRelation& each : map.document_relations) {
        relations.push_back(fmt::format("{}:{} → {}", shown(each.from.view()), each.line, shown(each.to.view())));
    }
    std::string text = block("documents", documents) + block("which document points to which", relations, 20) +
                       block("what no longer holds", stale, 30);
    if (less_sure > 0) text += fmt::format("{} that may be wrong: --json has them\n", plural(less_sure, "more place"));
    return text + block("no other document points to", orphans, 15);
}

std::string document_text(const ProjectMap& map) {
    const DocumentEntry& document = map.documents.front();
    std::vector<std::string> headings;
    for (const DocumentSection& each : document.sections) {
        headings.push_back(fmt::format("{:{}}{}  :{}", "", 2 * (each.level - 1), shown(each.title.view()), each.line));
    }
    std::vector<std::string> linked;
    for (const ScannedText& each : document.linked_to) linked.push_back(shown(each.view()));
    std::vector<std::string> pointing;
    for (const DocumentRelation& each : map.document_relations) {
        if (each.to == document.path) pointing.push_back(fmt::format("{}:{}", shown(each.from.view()), each.line));
    }
    std::vector<std::string> stale;
    for (const StaleIndicator& each : document.stale_indicators) {
        stale.push_back(
            fmt::format("{} ({} %)", contradiction_text(contradiction_of(document, each)), each.confidence));
    }
    return fmt::format("{}  [{}] {}\nlast modified {}\n", shown(document.path.view()), name_of(document.type),
                       shown(document.title.view()), to_iso_minute(document.last_modified)) +
           block("headings", headings) + block("points to", linked) + block("pointed to by", pointing) +
           block("what no longer holds", stale);
}

std::string drift_text(const Drift& drift, std::optional<Time> before) {
    std::vector<std::string> contradicted;
    for (const DriftDetection& each : drift.detections) {
        if (each.change == DriftChange::contradicted) contradicted.push_back(contradiction_text(each));
    }
    const std::string since = before ? fmt::format("changed since {}", to_iso_minute(*before)) : "";
    std::string text =
        block(since, change_lines(drift)) + block("what documents say and no longer holds", contradicted);
    if (!before) text = "No scan was kept before this one.\n" + text;
    if (before && change_lines(drift).empty()) text = fmt::format("nothing {}\n", since) + text;
    if (drift.left_out > 0) text += fmt::format("… and {} more\n", drift.left_out);
    return text;
}

std::string contradiction_text(const DriftDetection& detection) {
    const std::string place = shown(detection.what.view());
    // What the document says stays a quotation, whatever it says.
    std::string says = detection.before ? plain_text(shorten(detection.before->view(), 80)) : "";
    std::erase(says, '`');
    says = "`" + says + "`";
    const std::string is = detection.now ? shown(detection.now->view()) : "";
    switch (detection.stale.value_or(StaleKind::dead_link)) {
        case StaleKind::dead_link: return fmt::format("{} links to {}, which is not there", place, says);
        case StaleKind::dead_path: return fmt::format("{} names {}, which is not there", place, says);
        case StaleKind::version: return fmt::format("{} says {}, but {}", place, says, is);
        case StaleKind::script: return fmt::format("{} runs {}, but no {} has it", place, says, is);
        case StaleKind::outdated: return fmt::format("{} was last updated {}, but {}", place, says, is);
    }
    return place;
}

std::string stack_line(const ProjectMap& map) {
    constexpr std::size_t most_languages = 4;
    constexpr std::size_t most_parts = 20;
    std::vector<std::string> parts;
    for (const MappedLanguage& each : map.languages) {
        if (parts.size() < most_languages) parts.push_back(each.name.str());
    }
    for (const MappedFramework& each : map.frameworks_detected) {
        if (parts.size() == most_parts) break;
        parts.push_back(fmt::format("{}{}", each.name.view(), each.version ? " " + shown(each.version->view()) : ""));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace hm
