#include "view/artifact_text.h"

#include <fmt/format.h>

#include "base/codec.h"
#include "base/utf8.h"
#include "view/plain_text.h"

namespace hm {
namespace {

constexpr std::size_t longest_name = 100;

std::string shown_name(std::string_view text) {
    return plain_text(shorten(text, longest_name));
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
        text += fmt::format("{:<20} {}  {:<10} {}\n", label, artifact.id.text(), name_of(artifact.status),
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
        text += fmt::format("{:<20} {}  {:<10} {}\n", label, task.id.text(), task.status, shown_name(task.name));
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

}  // namespace hm
