#include "view/project_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/codec.h"
#include "base/short_id.h"
#include "base/strings.h"
#include "view/text.h"

namespace hm {
namespace {

constexpr std::size_t longest_artifact_name = 100;

std::string shown_name(std::string_view text) {
    return plain_text(shorten(text, longest_artifact_name));
}

std::string_view remedy_of(ArtifactFindingKind kind) {
    switch (kind) {
        case ArtifactFindingKind::text_changed: return "`hivemind artifact refresh <id>` takes the text in";
        case ArtifactFindingKind::above_changed: return "`hivemind validate <id>` says that it still holds";
        case ArtifactFindingKind::above_replaced:
        case ArtifactFindingKind::above_given_up:
            return "`hivemind artifact change <id> --parent-id <id>` hangs it below another";
        case ArtifactFindingKind::file_gone:
            return "`hivemind artifact change <id> --path <path>` or `--status abandoned`";
        case ArtifactFindingKind::in_no_chain: return "`hivemind artifact change <id> --plan-id <id>` or `--task-ids`";
        case ArtifactFindingKind::plan_given_up: return "`hivemind artifact change <id> --status abandoned`";
    }
    return {};
}

json::array chain_json(const std::vector<Artifact>& artifacts) {
    json::array array;
    for (const Artifact& artifact : artifacts) {
        array.push_back(json::object{
            {"id", artifact.id.text()}, {"title", artifact.title.view()}, {"status", name_of(artifact.status)}});
    }
    return array;
}

std::string chain_lines(std::string_view label, const std::vector<Artifact>& artifacts) {
    std::string text;
    for (const Artifact& artifact : artifacts) {
        text += fmt::format("{:<20} {}  {:<10} {}\n", label, short_id(artifact.id), name_of(artifact.status),
                            shown_name(artifact.title.view()));
        label = "";
    }
    return text;
}

}  // namespace

std::string to_words(const ArtifactFinding& finding) {
    const std::string what = shown_name(finding.what);
    switch (finding.kind) {
        case ArtifactFindingKind::text_changed: return fmt::format("its text changed since it was read: {}", what);
        case ArtifactFindingKind::above_changed:
            return fmt::format("the document above it, \"{}\", changed after it", what);
        case ArtifactFindingKind::above_replaced:
            return fmt::format("the document above it, \"{}\", was replaced", what);
        case ArtifactFindingKind::above_given_up:
            return fmt::format("the document above it, \"{}\", was given up", what);
        case ArtifactFindingKind::file_gone: return fmt::format("its file {} is not there", what);
        case ArtifactFindingKind::in_no_chain: return "it belongs to no plan, task or document";
        case ArtifactFindingKind::plan_given_up: return fmt::format("its plan \"{}\" was given up", what);
    }
    return {};
}

std::string findings_in_words(const JudgedArtifact& judged) {
    std::string words;
    for (const ArtifactFinding& finding : judged.findings) words += (words.empty() ? "" : "; ") + to_words(finding);
    return words;
}

std::string artifact_remedy(const Artifact& artifact, const JudgedArtifact& judged) {
    if (judged.findings.empty()) return {};
    std::string remedy(remedy_of(judged.findings.front().kind));
    const std::size_t at = remedy.find("<id>");
    return at == std::string::npos ? remedy : remedy.replace(at, 4, artifact.id.text());
}

json::object artifact_json(const Artifact& artifact, const JudgedArtifact& judged) {
    json::object object = Codec<Artifact>::encode_object(artifact);
    object["state"] = name_of(judged.standing);
    json::array findings;
    for (const ArtifactFinding& finding : judged.findings)
        findings.push_back(json::object{{"kind", name_of(finding.kind)}, {"words", to_words(finding)}});
    object["findings"] = std::move(findings);
    return object;
}

json::object artifact_json(const ShownArtifact& shown) {
    json::object object = artifact_json(shown.artifact, shown.judged);
    object["parents"] = chain_json(shown.above);
    object["children"] = chain_json(shown.below);
    object["replaces"] = chain_json(shown.replaces);
    object["successors"] = chain_json(shown.replaced_by);
    json::array tasks;
    for (const TaskOfArtifact& task : shown.tasks)
        tasks.push_back(json::object{{"id", task.id.text()}, {"name", task.name}, {"status", task.status}});
    object["tasks"] = std::move(tasks);
    return object;
}

std::string artifact_chain_text(const ShownArtifact& shown) {
    std::string text = fmt::format("{:<20} {}\n", "state", name_of(shown.judged.standing));
    for (const ArtifactFinding& finding : shown.judged.findings)
        text += fmt::format("{:<20} {}\n", "", to_words(finding));
    text += chain_lines("above", shown.above) + chain_lines("below", shown.below) +
            chain_lines("replaces", shown.replaces) + chain_lines("replaced by", shown.replaced_by);
    std::string_view label = "tasks";
    for (const TaskOfArtifact& task : shown.tasks) {
        text += fmt::format("{:<20} {}  {:<10} {}\n", label, short_id(task.id), task.status, shown_name(task.name));
        label = "";
    }
    if (!shown.judged.findings.empty())
        text += fmt::format("{:<20} {}\n", "to do", artifact_remedy(shown.artifact, shown.judged));
    return text;
}

std::string artifact_note(const Artifact& artifact, const JudgedArtifact& judged) {
    return fmt::format("The document \"{}\" of this task is {}: {}. {}.", shown_name(artifact.title.view()),
                       judged.standing == ArtifactStanding::outlier ? "adrift" : "stale", findings_in_words(judged),
                       artifact_remedy(artifact, judged));
}

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

std::string to_words(const StackPackage& chosen, const StackComparison& comparison) {
    if (!comparison.found) return fmt::format("no manifest names {}, decided was {}", chosen.name, chosen.range);
    const StackPackage& found = *comparison.found;
    const std::string_view range = found.range.empty() ? std::string_view("without a version") : found.range;
    if (comparison.agreement == StackAgreement::agrees)
        return fmt::format("{} has {} {}", found.manifest, found.name, range);
    return fmt::format("{} has {} {}, decided was {}", found.manifest, found.name, range, chosen.range);
}

namespace {

constexpr std::size_t most_surveyed = 6;
constexpr std::size_t longest_fact = 480;

std::string named(const std::vector<std::string>& list) {
    std::string text;
    for (std::size_t i = 0; i < list.size() && i < most_surveyed; ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : ", ", plain_text(shorten(list[i], 80)));
    }
    if (list.size() > most_surveyed) text += fmt::format(" and {} more", list.size() - most_surveyed);
    return text;
}

std::string fact(std::string text) {
    return shorten(text, longest_fact);
}

}  // namespace

std::string survey_text(const ProjectSurvey& survey) {
    std::string text;
    const auto line = [&](std::string each) { text += each + "\n"; };
    if (!survey.rules.empty()) {
        line(fmt::format(
            "found rules for agents: {}\n  They stay in force; HiveMind changes and overrules none of them.",
            named(survey.rules)));
    }
    if (!survey.plans.empty()) {
        line(fmt::format("found plans: {}\n  They stay as they are and are read before they are changed.",
                         named(survey.plans)));
    }
    if (!survey.frameworks.empty()) {
        line(
            fmt::format("found what keeps plans of its own: {}\n  Say which one leads: `hivemind anchor save "
                        "plans_are_kept_in \"…\" --priority critical`.",
                        named(survey.frameworks)));
    }
    return text;
}

std::string rules_fact(const ProjectSurvey& survey) {
    return fact(
        fmt::format("Rules of this project for agents: {}. They hold beside HiveMind's; where both speak, theirs "
                    "come first but for what the gate refuses.",
                    named(survey.rules)));
}

std::string plans_fact(const ProjectSurvey& survey) {
    return fact(
        fmt::format("Plans that were here before HiveMind: {}. Read them before planning; do not plan the same "
                    "again beside them.",
                    named(survey.plans)));
}

std::string frameworks_fact(const ProjectSurvey& survey) {
    return fact(
        fmt::format("This project also keeps plans with {}. Until the person says which leads, ask before "
                    "planning in both.",
                    named(survey.frameworks)));
}

std::string stack_fact(const ProjectSurvey& survey) {
    return fact(fmt::format("Built with {}.", named(survey.stack)));
}

std::string plan_fact(std::string_view path, const PlanGlance& glance) {
    std::string text = fmt::format("{} is a plan of this project", plain_text(shorten(path, 120)));
    if (!glance.title.empty()) text += fmt::format(": \"{}\"", plain_text(glance.title));
    if (glance.boxes > 0) text += fmt::format(", {} of {} points done", glance.ticked, glance.boxes);
    return text + ".";
}

std::string old_data_text(const std::vector<OldData>& found) {
    std::string text;
    for (const OldData& old : found) {
        std::string counts;
        for (const auto& [noun, count] : old.counts) {
            counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, noun);
        }
        text += fmt::format(
            "{}An older HiveMind left {} {} in {}: {}. `hivemind import {}` takes them in; the files stay as "
            "they are.",
            text.empty() ? "" : "\n", old.files.size(), old.files.size() == 1 ? "file" : "files", old.directory,
            counts.empty() ? "nothing that is known here" : counts, old.directory);
    }
    return text;
}

std::string setup_text() {
    return "This project is new to HiveMind. Larger work begins with govern_plan create and its tasks. Pin how it is "
           "built "
           "and tested. The person sees where things stand with `hivemind status`.";
}

namespace {

constexpr std::size_t longest_value = 500;

std::string counts_line(std::string_view title, const StoreSurvey::Counts& counts) {
    std::string listed;
    for (const auto& [name, rows] : counts) {
        listed += fmt::format("{}{} {}", listed.empty() ? "" : ", ", plain_text(shorten(name, 40)), rows);
    }
    return fmt::format("{:<22} {}\n", title, listed.empty() ? "none" : listed);
}

std::string shown_value(std::string_view text) {
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
        text += fmt::format("  {}: {}\n", shown_value(anchor.key.view()), shown_value(anchor.value.view()));
    }
    text += fmt::format("{:<22} {}\n", "grants in force", survey.grants.size());
    for (const Grant& grant : survey.grants) {
        text += fmt::format("  {} {} until {}, by {}\n", name_of(grant.kind), shown_value(grant.target.view()),
                            to_iso(grant.until), shown_value(grant.granted_by.view()));
    }
    text += fmt::format("{:<22} {}\n", "changed settings", survey.settings.size());
    for (const auto& [name, value] : survey.settings)
        text += fmt::format("  {} = {}\n", shown_value(name), shown_value(value));
    return text;
}

}  // namespace hm
