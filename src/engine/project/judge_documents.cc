#include "engine/project/judge_documents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "engine/codemap/resolve_imports.h"
#include "engine/project/paths.h"
#include "engine/project/stack.h"

namespace hm {
namespace {

using enum DocumentLinkKind;

constexpr std::size_t most_relations = 1000;
constexpr std::size_t most_linked = 200;
constexpr std::size_t most_indicators = 50;
constexpr std::size_t most_missing = 2000;
constexpr Duration long_before = hours(30 * 24);

// An ending by which a path in backticks is one of a file, and not a branch, a package or a media type.
bool has_file_ending(std::string_view path) {
    constexpr auto endings = std::to_array<std::string_view>(
        {"md",   "mdx",  "rst",  "txt",  "ts",    "tsx",  "js",   "jsx",   "mjs",     "cjs",   "py",   "go",
         "rs",   "rb",   "php",  "java", "kt",    "c",    "h",    "cc",    "cpp",     "hpp",   "cs",   "swift",
         "sh",   "bash", "zsh",  "json", "jsonc", "toml", "yaml", "yml",   "ini",     "cfg",   "env",  "sql",
         "html", "css",  "scss", "less", "vue",   "xml",  "svg",  "png",   "svelte",  "proto", "lock", "cmake",
         "mk",   "ps1",  "bat",  "ex",   "exs",   "lua",  "dart", "scala", "graphql", "prisma"});
    const std::size_t dot = path.rfind('.');
    const std::size_t slash = path.rfind('/');
    if (dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash)) return false;
    return std::ranges::find(endings, path.substr(dot + 1)) != endings.end();
}

// Names that stand for any name.
bool is_example(std::string_view path) {
    constexpr auto examples =
        std::to_array<std::string_view>({"path", "foo", "bar", "baz", "example", "some", "xxx", "YYYY"});
    for (std::string_view rest = path; !rest.empty();) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view part = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::string_view stem = part.substr(0, part.find('.', 1));
        if (std::ranges::find(examples, stem) != examples.end()) return true;
        if (stem.starts_with("my-") || stem.starts_with("your") || stem.starts_with("foo")) return true;
    }
    return false;
}

// Announcements, notes of releases and guides for moving on tell what was so then.
bool is_told_of_a_time(std::string_view path) {
    constexpr auto folders = std::to_array<std::string_view>(
        {"blog", "posts", "news", "changes", "changelog", "changelogs", "releases", "archive", "migration"});
    constexpr auto words = std::to_array<std::string_view>({"migrat", "upgrad", "announc", "release"});
    const std::string lowered = comparable(path, CaseRules::insensitive);
    const std::string_view name = std::string_view(lowered).substr(lowered.rfind('/') + 1);
    const auto begins = [&](std::string_view word) { return name.starts_with(word); };
    if (std::ranges::any_of(words, begins)) return true;
    for (std::string_view rest = folder_of(lowered); !rest.empty();) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        if (std::ranges::find(folders, rest.substr(0, end)) != folders.end()) return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

bool tells_history(const ReadDocument& document) {
    const DocumentType type = document.reading.type;
    return type == DocumentType::changelog || type == DocumentType::adr || type == DocumentType::research ||
           is_told_of_a_time(document.path);
}

// What a document says of files: history names what is gone, a plan what is to come.
std::int64_t confidence_in_paths(const ReadDocument& document) {
    const DocumentType type = document.reading.type;
    if (type == DocumentType::changelog) return 0;
    if (tells_history(document)) return 30;
    if (type == DocumentType::plan || type == DocumentType::prd || type == DocumentType::spec) return 40;
    return 80;
}

bool is_looked_for_by_name(DocumentType type) {
    return type == DocumentType::readme || type == DocumentType::changelog || type == DocumentType::config;
}

// Whether one of the manifest's alternatives and what the document says can both hold.
bool may_be(std::string_view range, const Version& said, std::string_view said_range) {
    const std::string whole = fmt::format("{}", fmt::join(said, "."));
    while (true) {
        const std::size_t bar = range.find("||");
        const std::string_view alternative = range.substr(0, bar);
        const auto version = first_version(alternative);
        if (!version || is_within(*version, said_range) || is_within(*version, whole) || is_within(said, alternative))
            return true;
        if (bar == std::string_view::npos) return false;
        range.remove_prefix(bar + 2);
    }
}

// Pages that hosts and readers look for by their names, such as LICENSE.md.
bool is_known_page(std::string_view path) {
    constexpr auto names = std::to_array<std::string_view>(
        {"license", "licence", "security", "contributing", "code_of_conduct", "support", "index", "authors", "notice"});
    const std::string lowered = comparable(path, CaseRules::insensitive);
    const std::string_view name = std::string_view(lowered).substr(lowered.rfind('/') + 1);
    if (name.find("template") != std::string_view::npos || lowered.starts_with(".github/")) return true;
    return std::ranges::find(names, name.substr(0, name.find('.'))) != names.end();
}

class Judge {
public:
    Judge(const ReadDocument& document, const DocumentFacts& facts, JudgedDocuments& judged)
        : document_(document), facts_(facts), judged_(judged) {
        const DocumentReading& reading = document.reading;
        entry_.path = ScannedText::clipped(document.path);
        entry_.type = reading.type;
        entry_.title = reading.title;
        entry_.sections = reading.sections;
        entry_.last_modified = document.last_modified;
    }

    DocumentEntry judge() {
        for (const DocumentLink& link : document_.reading.links) judge_link(link);
        for (const VersionClaim& claim : document_.reading.versions) judge_version(claim);
        for (const ScriptClaim& claim : document_.reading.scripts) judge_script(claim);
        judge_age();
        std::ranges::stable_sort(entry_.stale_indicators, {}, &StaleIndicator::line);
        return std::move(entry_);
    }

private:
    void add(StaleKind kind, std::string_view what, std::int64_t line, std::string_view found,
             std::int64_t confidence) {
        if (confidence == 0 || entry_.stale_indicators.size() == most_indicators) return;
        const auto is_same = [&](const StaleIndicator& each) { return each.kind == kind && each.what.view() == what; };
        if (std::ranges::any_of(entry_.stale_indicators, is_same)) return;
        entry_.stale_indicators.push_back(
            {kind, ScannedText::clipped(what), line, ScannedText::clipped(found), confidence});
    }

    void link_to(const std::string& target, const DocumentLink& link) {
        if (target == document_.path || !facts_.paths.has_file(target)) return;
        const ScannedText to = ScannedText::clipped(target);
        if (std::ranges::find(entry_.linked_to, to) != entry_.linked_to.end()) return;
        if (entry_.linked_to.size() < most_linked) entry_.linked_to.push_back(to);
        if (!is_readable_document(target)) return;
        if (judged_.relations.size() == most_relations) {
            ++judged_.left_out;
            return;
        }
        judged_.relations.push_back({entry_.path, to, link.kind, link.line});
    }

    void miss(const std::string& path) {
        if (judged_.missing.size() < most_missing) judged_.missing.push_back(path);
    }

    void judge_link(const DocumentLink& link) {
        if (link.kind == path || link.kind == command) return judge_path(link);
        const std::string_view target = link.target.view();
        if (link.kind == wiki) {
            const auto page = facts_.paths.wiki_page(target);
            return page ? link_to(*page, link) : add(StaleKind::dead_link, target, link.line, {}, 60);
        }
        const bool is_from_root = target.starts_with('/');
        const std::string meant = joined_path(is_from_root ? "" : folder_of(document_.path), target);
        if (meant.empty()) return;  // outside the project, where nobody looked, or its root
        if (const auto there = facts_.paths.led_to(meant)) return link_to(*there, link);
        if (const auto there = facts_.paths.led_to(target)) return link_to(*there, link);
        if (is_example(target)) return;
        miss(meant);
        // A site has addresses of its own that begin with its root.
        add(StaleKind::dead_link, target, link.line, {}, is_from_root ? 40 : 95);
    }

    void judge_path(const DocumentLink& link) {
        const std::string_view target = link.target.view();
        const bool is_bare = target.find('/') == std::string_view::npos;
        const std::string near = joined_path(folder_of(document_.path), target);
        const std::string from_root = joined_path("", target);
        for (const std::string& meant : {near, from_root}) {
            if (!meant.empty() && facts_.paths.has(meant)) return link_to(meant, link);
        }
        const std::vector<std::string> endings = facts_.paths.ending_in(target);
        if (endings.size() == 1) link_to(endings.front(), link);
        // A bare name may be that of any file, a program's or one that is made.
        const std::string_view meant = from_root.empty() ? near : from_root;
        if (!endings.empty() || is_bare || meant.empty() || is_example(target)) return;
        const std::string_view first = meant.substr(0, meant.find('/'));
        const bool is_of_here = facts_.paths.has_folder(first) || near == meant;
        if (!has_file_ending(target) && !facts_.paths.has_folder(first)) return;
        miss(std::string(meant));
        if (!near.empty() && near != meant) miss(near);
        const std::int64_t confidence = confidence_in_paths(document_);
        // Settings in hidden folders are each reader's own.
        const bool is_likely = is_of_here && has_file_ending(target) && !meant.starts_with('.');
        add(StaleKind::dead_path, target, link.line, {}, is_likely ? confidence : confidence / 2);
    }

    // "Next.js" and "nextjs" are the package next.
    std::vector<const StackPackage*> packages_named(std::string_view name) const {
        const auto is_named = [&](const StackPackage& package) {
            const std::string& known = package.name;
            return known == name || known + ".js" == name || known + "js" == name;
        };
        std::vector<const StackPackage*> named;
        for (const StackPackage& package : facts_.packages) {
            if (is_named(package) && first_version(package.range)) named.push_back(&package);
        }
        return named;
    }

    void judge_version(const VersionClaim& claim) {
        if (tells_history(document_)) return;
        const auto said = first_version(claim.range.view());
        const auto named = packages_named(claim.name.view());
        if (!said || named.empty()) return;
        const auto agrees = [&](const StackPackage* package) {
            return may_be(package->range, *said, claim.range.view());
        };
        if (std::ranges::any_of(named, agrees)) return;
        const StackPackage& first = *named.front();
        add(StaleKind::version, fmt::format("{} {}", claim.name.view(), claim.range.view()), claim.line,
            fmt::format("{}: {}", first.manifest, first.range), is_looked_for_by_name(entry_.type) ? 75 : 55);
    }

    void judge_script(const ScriptClaim& claim) {
        const bool is_npm = claim.runner == ScriptRunner::npm;
        const bool can_tell = is_npm ? facts_.has_npm_scripts : facts_.has_make_targets;
        const auto& known = is_npm ? facts_.npm_scripts : facts_.make_targets;
        if (!can_tell || known.contains(claim.name.view()) || facts_.paths.has(claim.name.view())) return;
        // A plan names the scripts that it will add.
        const std::int64_t confidence = tells_history(document_) ? 0 : confidence_in_paths(document_);
        add(StaleKind::script, fmt::format("{} {}", is_npm ? "npm run" : "make", claim.name.view()), claim.line,
            is_npm ? "package.json" : "Makefile", confidence);
    }

    void judge_age() {
        const auto said = document_.reading.updated_at;
        if (!said) return;
        const std::string* newest = nullptr;
        Time at = *said + long_before;
        for (const ScannedText& linked : entry_.linked_to) {
            const auto changed = facts_.changed_at.find(linked.view());
            if (changed == facts_.changed_at.end() || is_readable_document(linked.view())) continue;
            if (changed->second <= at) continue;
            at = changed->second;
            newest = &changed->first;
        }
        if (newest == nullptr) return;
        add(StaleKind::outdated, to_iso(*said).substr(0, 10), 0,
            fmt::format("{} changed {}", *newest, to_iso(at).substr(0, 10)), 60);
    }

    const ReadDocument& document_;
    const DocumentFacts& facts_;
    JudgedDocuments& judged_;
    DocumentEntry entry_;
};

}  // namespace

JudgedDocuments judge_documents(const std::vector<ReadDocument>& documents, const DocumentFacts& facts) {
    JudgedDocuments judged;
    for (const ReadDocument& document : documents) {
        judged.documents.push_back(Judge(document, facts, judged).judge());
    }
    std::set<std::string_view> named;
    for (const DocumentRelation& relation : judged.relations) named.insert(relation.to.view());
    for (DocumentEntry& entry : judged.documents) {
        entry.is_orphan = !is_looked_for_by_name(entry.type) && !is_known_page(entry.path.view()) &&
                          !named.contains(entry.path.view());
    }
    return judged;
}

}  // namespace hm
