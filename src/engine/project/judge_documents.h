// Documents beside each other and beside the project: which refers to which, what they point to that is not there, and
// what they say that the project's files contradict. Careful rather than complete: what may be an example, may still be
// to come or lies where nobody looked is not called wrong. Pure.
//
// To add a stale indicator: its name below, when it holds in judge_documents.cc, its words in view/project_text.cc.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/project/document.h"
#include "engine/project/known_paths.h"
#include "engine/project/stack.h"

namespace hm {

// dead_link: a link that leads nowhere; dead_path: a path in backticks; version: a manifest has another; script: no
// manifest has it; outdated: last brought up to date long before what it names was changed.
HM_ENUM(StaleKind, dead_link, dead_path, version, script, outdated)

struct StaleIndicator {
    StaleKind kind = StaleKind::dead_link;
    ScannedText what;  // as the document has it
    std::int64_t line = 0;
    ScannedText found;  // what is there instead; may be empty
    std::int64_t confidence = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("kind", &StaleIndicator::kind, "What is wrong."));
        visit(field("what", &StaleIndicator::what, "What the document says."));
        visit(field("line", &StaleIndicator::line, "Where it says it."));
        visit(field("found", &StaleIndicator::found, "What is there instead."));
        visit(field("confidence", &StaleIndicator::confidence, "How sure it is, 0 to 100."));
    }
};

struct DocumentEntry {
    ScannedText path;
    DocumentType type = DocumentType::other;
    ScannedText title;
    std::vector<DocumentSection> sections;
    std::vector<ScannedText> linked_to;  // documents and code files that it points to
    std::vector<StaleIndicator> stale_indicators;
    Time last_modified;
    bool is_orphan = false;  // no other document points to it, and nobody would look for it by its name

    static constexpr void fields(auto&& visit) {
        visit(field("path", &DocumentEntry::path, "Below the project's root."));
        visit(field("type", &DocumentEntry::type, "What it is."));
        visit(field("title", &DocumentEntry::title, "Its title."));
        visit(field("sections", &DocumentEntry::sections, "Its headings with their levels."));
        visit(field("linked_to", &DocumentEntry::linked_to, "Documents and code files that it points to."));
        visit(field("stale_indicators", &DocumentEntry::stale_indicators, "What in it no longer holds."));
        visit(field("last_modified", &DocumentEntry::last_modified, "When its file was last changed."));
        visit(field("is_orphan", &DocumentEntry::is_orphan, "No other document points to it."));
    }
};

struct DocumentRelation {
    ScannedText from;
    ScannedText to;
    DocumentLinkKind kind = DocumentLinkKind::link;
    std::int64_t line = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("from", &DocumentRelation::from, "The document that points."));
        visit(field("to", &DocumentRelation::to, "The document it points to."));
        visit(field("kind", &DocumentRelation::kind, "How."));
        visit(field("line", &DocumentRelation::line, "Where it stands."));
    }
};

struct ReadDocument {
    std::string path;
    Time last_modified;
    DocumentReading reading;
};

struct DocumentFacts {
    KnownPaths paths;
    std::vector<StackPackage> packages;  // of the manifests; not the project itself
    std::set<std::string, std::less<>> npm_scripts;
    std::set<std::string, std::less<>> make_targets;
    bool has_npm_scripts = false;                         // there is a package.json that could be read
    bool has_make_targets = false;                        // there is a Makefile, and all its targets are known
    std::map<std::string, Time, std::less<>> changed_at;  // of files, as far as it is known
};

struct JudgedDocuments {
    std::vector<DocumentEntry> documents;
    std::vector<DocumentRelation> relations;  // each pair once
    // What was looked for and is not among the known paths. Whoever can look at the disk does, and judges again.
    std::vector<std::string> missing;
    std::int64_t left_out = 0;  // relations beyond what is kept
};

JudgedDocuments judge_documents(const std::vector<ReadDocument>& documents, const DocumentFacts& facts);

}  // namespace hm
