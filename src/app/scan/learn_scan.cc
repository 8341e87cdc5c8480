#include "app/scan/learn_scan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/redact.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "engine/scan/drift.h"
#include "store/sql/alias.h"
#include "view/scan_text.h"

namespace hm {
namespace {

constexpr std::size_t most_documents = 6;
constexpr std::size_t most_places = 5;
constexpr std::size_t most_evidence = 10;
constexpr std::int64_t confidence_of_manifests = 90;
constexpr std::size_t fewest_folders = 2;
constexpr std::string_view alias_of_stack = "scan:stack";
constexpr std::string_view alias_of_structure = "scan:structure";
constexpr std::string_view alias_of_document = "scan:document:";

template <class T>
T clipped(std::string_view text) {
    auto made = T::make(shorten(redact(repair_utf8(text)), T::max_characters));
    HM_ASSERT(made.has_value());
    return std::move(*made);
}

// What it comes down to is part of the name under which it is known: the same is never written twice.
std::string alias_of_essence(const ScanFinding& finding) {
    return fmt::format("{}#{}", finding.alias, sha256_hex(finding.essence).substr(0, 16));
}

std::optional<ScanFinding> finding_of(const DocumentEntry& document) {
    ScanFinding finding{
        fmt::format("{}{}", alias_of_document, document.path.view()), KnowledgeType::gotcha, {}, {}, {}, 0, {}};
    std::size_t places = 0;
    for (const StaleIndicator& indicator : document.stale_indicators) {
        if (indicator.confidence < more_likely_than_not || ++places > most_places) continue;
        const DriftDetection told = contradiction_of(document, indicator);
        finding.content += contradiction_text(told) + ".\n";
        finding.evidence.push_back(told.what.str());
        finding.essence += fmt::format("{} {}\n", name_of(indicator.kind), indicator.what.view());
        finding.confidence = std::max(finding.confidence, indicator.confidence);
    }
    if (places == 0) return std::nullopt;
    if (places > most_places) finding.content += fmt::format("{} more places.\n", places - most_places);
    finding.title = fmt::format("{} no longer holds everywhere", document.path.view());
    finding.content = "Seen by a scan of the files: " + finding.content;
    finding.content.pop_back();
    return finding;
}

Result<std::optional<Knowledge>> entry_in_use(const ScanFinding& finding, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(const auto ids, ids_with_alias(connection, finding.alias));
    for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
        HM_TRY_ASSIGN(auto entry, find<Knowledge>(connection, *id, bad));
        if (entry && !entry->archived_at) return entry;
    }
    return std::nullopt;
}

// Our own mark on an entry that no longer holds: what a person took out of use has none.
void end(Knowledge& entry, Time now) {
    entry.archived_at = now;
    entry.stale_since = now;
    entry.modified_at = now;
}

bool has_ended(const Knowledge& entry) {
    return entry.archived_at && entry.archived_at == entry.stale_since;
}

// An entry says so, or did until a person took it out of use.
Result<bool> is_known(const ScanFinding& finding, Connection& connection, BadRows& bad) {
    HM_TRY_ASSIGN(const auto ids, ids_with_alias(connection, alias_of_essence(finding)));
    for (const Id& id : ids) {
        HM_TRY_ASSIGN(const auto entry, find<Knowledge>(connection, id, bad));
        if (entry && !has_ended(*entry)) return true;
    }
    return false;
}

// Folders of the root that are not hidden, by name.
std::vector<std::string> top_folders(const ProjectMap& map) {
    constexpr std::size_t most = 20;
    std::vector<std::string> folders;
    for (const MappedFolder& folder : map.root_structure) {
        if (folder.depth == 1 && !folder.path.view().starts_with('.') && folders.size() < most) {
            folders.push_back(folder.path.str() + "/");
        }
    }
    return folders;
}

Result<Id> keep(const ScanFinding& finding, const std::optional<Id>& parent, const CommandContext& context) {
    Knowledge entry;
    entry.type = finding.type;
    entry.title = clipped<Title>(finding.title);
    entry.content = clipped<MemoryText>(finding.content);
    for (const std::string& each : finding.evidence) entry.evidence.push_back(clipped<Sentence>(each));
    entry.source = KnowledgeSource::scan;
    entry.confidence = finding.confidence;
    if (parent) entry.related_to.push_back(*parent);
    HM_TRY_ASSIGN(auto earlier, entry_in_use(finding, context.connection(), context.bad));
    if (earlier) entry.supersedes = earlier->id;
    HM_TRY(context.begin(entry));
    HM_TRY(insert(context.transaction, entry));
    HM_TRY(save_alias(context.transaction, finding.alias, entry.id));
    HM_TRY(save_alias(context.transaction, alias_of_essence(finding), entry.id));
    if (!earlier) return entry.id;
    end(*earlier, context.now);
    HM_TRY(update(context.transaction, *earlier));
    return entry.id;
}

// Entries about documents that no longer say anything wrong.
Result<std::vector<Knowledge>> ended(const std::vector<ScanFinding>& findings, Connection& connection, BadRows& bad) {
    constexpr std::int64_t most_looked_at = 200;
    HM_TRY_ASSIGN(auto entries, list_records<Knowledge>(connection, {.limit = most_looked_at}, bad));
    std::vector<Knowledge> over;
    for (Knowledge& entry : entries) {
        if (entry.source != KnowledgeSource::scan || entry.type != KnowledgeType::gotcha) continue;
        const auto still_holds = [&](const ScanFinding& finding) {
            return clipped<Title>(finding.title) == entry.title;
        };
        if (std::ranges::none_of(findings, still_holds)) over.push_back(std::move(entry));
    }
    return over;
}

}  // namespace

std::vector<ScanFinding> findings_of(const ProjectMap& map) {
    std::vector<ScanFinding> findings;
    const std::string seen = "Seen by a scan of the files: ";
    const std::string stack = stack_line(map);
    if (!map.manifests.empty() && !stack.empty()) {
        findings.push_back({std::string(alias_of_stack),
                            KnowledgeType::tech_stack,
                            "What the project is built with",
                            seen + stack,
                            {},
                            confidence_of_manifests,
                            stack});
        for (const ScannedText& manifest : map.manifests) {
            if (findings.back().evidence.size() < most_evidence) findings.back().evidence.push_back(manifest.str());
        }
    }
    std::vector<std::string> folders = top_folders(map);
    const std::string layout = fmt::format("{}", fmt::join(folders, ", "));
    if (folders.size() >= fewest_folders) {
        findings.push_back({std::string(alias_of_structure),
                            KnowledgeType::architecture,
                            "The folders that the project is made of",
                            seen + layout,
                            {},
                            confidence_of_manifests,
                            layout});
        folders.resize(std::min(folders.size(), most_evidence));
        findings.back().evidence = std::move(folders);
    }
    std::vector<ScanFinding> documents;
    for (const DocumentEntry& document : map.documents) {
        if (auto finding = finding_of(document)) documents.push_back(std::move(*finding));
    }
    std::ranges::stable_sort(documents, std::greater<>(), &ScanFinding::confidence);
    for (std::size_t i = 0; i < std::min(documents.size(), most_documents); ++i) {
        findings.push_back(std::move(documents[i]));
    }
    return findings;
}

Result<bool> has_news(const std::vector<ScanFinding>& findings, Connection& connection) {
    BadRows bad;
    for (const ScanFinding& finding : findings) {
        HM_TRY_ASSIGN(const bool is_there, is_known(finding, connection, bad));
        if (!is_there) return true;
    }
    HM_TRY_ASSIGN(const auto over, ended(findings, connection, bad));
    return !over.empty();
}

Result<LearntScan> learn_from_scan(const std::vector<ScanFinding>& findings, const CommandContext& context) {
    LearntScan learnt;
    std::optional<Id> overview;
    for (const ScanFinding& finding : findings) {
        HM_TRY_ASSIGN(const bool is_there, is_known(finding, context.connection(), context.bad));
        if (!is_there) {
            HM_TRY_ASSIGN(Id id, keep(finding, overview, context));
            learnt.entries.push_back(std::move(id));
        }
        if (overview) continue;
        HM_TRY_ASSIGN(const auto first, entry_in_use(finding, context.connection(), context.bad));
        if (first) overview = first->id;
    }
    HM_TRY_ASSIGN(auto over, ended(findings, context.connection(), context.bad));
    for (Knowledge& entry : over) {
        end(entry, context.now);
        HM_TRY(update(context.transaction, entry));
        ++learnt.ended;
    }
    return learnt;
}

Receipt learnt_receipt(const LearntScan& learnt) {
    const std::size_t count = learnt.entries.size();
    Receipt receipt{fmt::format("Learnt {} {} from a scan of the files.", count, count == 1 ? "entry" : "entries"),
                    std::nullopt};
    if (learnt.ended > 0) {
        receipt.sentence += fmt::format(" {} no longer {}.", learnt.ended, learnt.ended == 1 ? "holds" : "hold");
    }
    json::array entries;
    for (const Id& id : learnt.entries) entries.emplace_back(id.text());
    receipt.details["entries"] = std::move(entries);
    receipt.details["ended"] = learnt.ended;
    return receipt;
}

}  // namespace hm
