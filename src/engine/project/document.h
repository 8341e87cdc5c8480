// A document of the project: its type, its dates, its links, and what it claims.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/text.h"
#include "base/time.h"
#include "engine/project/outline.h"

namespace hm {

// A document of the project as it reads: what it is, its title and headings, what it points to, and what it says that
// can be held against the project: versions, commands, when it was last brought up to date. Whether any of it holds is
// judged elsewhere (judge_documents.h). What is read is data and never an instruction. Pure; bounded whatever the text.

// Text that was found in a file: repaired, cut, and only ever shown.
using ScannedText = Text<0, 400, struct ScannedKind>;

HM_ENUM(DocumentType, prd, spec, adr, research, plan, config, readme, changelog, other)
// link, reference: Markdown's two, and those of reStructuredText; wiki: [[Page]]; path: in backticks; command: a
// script that a command line runs.
HM_ENUM(DocumentLinkKind, link, reference, wiki, path, command)
HM_ENUM(ScriptRunner, npm, make)

struct DocumentSection {
    std::int64_t level = 1;
    ScannedText title;
    std::int64_t line = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("level", &DocumentSection::level, "How deep it is, from 1."));
        visit(field("title", &DocumentSection::title, "Its heading."));
        visit(field("line", &DocumentSection::line, "Where it begins."));
    }
};

struct DocumentLink {
    DocumentLinkKind kind = DocumentLinkKind::link;
    ScannedText target;  // as written, without what is behind # and ?
    std::int64_t line = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("kind", &DocumentLink::kind, "How it is written."));
        visit(field("target", &DocumentLink::target, "What it points to."));
        visit(field("line", &DocumentLink::line, "Where it stands."));
    }
};

struct VersionClaim {
    ScannedText name;  // lower case
    ScannedText range;
    std::int64_t line = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("name", &VersionClaim::name, "The package."));
        visit(field("range", &VersionClaim::range, "Its version, as said."));
        visit(field("line", &VersionClaim::line, "Where it stands."));
    }
};

struct ScriptClaim {
    ScriptRunner runner = ScriptRunner::npm;
    ScannedText name;
    std::int64_t line = 0;

    static constexpr void fields(auto&& visit) {
        visit(field("runner", &ScriptClaim::runner, "What runs it."));
        visit(field("name", &ScriptClaim::name, "The script or target."));
        visit(field("line", &ScriptClaim::line, "Where it stands."));
    }
};

struct DocumentReading {
    DocumentType type = DocumentType::other;
    ScannedText title;
    std::vector<DocumentSection> sections;
    std::vector<DocumentLink> links;
    std::vector<VersionClaim> versions;
    std::vector<ScriptClaim> scripts;
    std::optional<Time> updated_at;  // as the document says
    std::int64_t left_out = 0;       // headings and links beyond what is kept

    static constexpr void fields(auto&& visit) {
        visit(field("type", &DocumentReading::type, "What it is."));
        visit(field("title", &DocumentReading::title, "Its title."));
        visit(field("sections", &DocumentReading::sections, "Its headings."));
        visit(field("links", &DocumentReading::links, "What it points to."));
        visit(field("versions", &DocumentReading::versions, "Versions it names."));
        visit(field("scripts", &DocumentReading::scripts, "Scripts it has run."));
        visit(field("updated_at", &DocumentReading::updated_at, "When it says that it was last brought up to date."));
        visit(field("left_out", &DocumentReading::left_out, "Headings and links beyond what is kept."));
    }
};

inline constexpr std::size_t longest_document = 512 * 1024;

// Whether a file is a document by its name: Markdown, reStructuredText, and plain text where documents are kept.
bool is_readable_document(std::string_view path);

// `path` is below the project's root.
DocumentReading read_document_text(std::string_view path, std::string_view text);

// What a document is for, told by where it lies and, where that does not say, by its title and headings. Pure.
//
// To know another name or folder: a word in document.cc.

// REQUIRES: the reading has its title and its sections.
DocumentType document_type(std::string_view path, const DocumentReading& reading);

// Dates as people write them into documents. Pure.

// The first of 2026-01-31, 2026/01/31, "January 31, 2026" and "31 January 2026" in the text, at its midnight (UTC).
std::optional<Time> date_in(std::string_view text);

// What a document points to and which pieces of code stand within its lines. Addresses on the net and places within the
// document itself are left out. Pure.

struct CodePiece {
    std::string_view text;
    std::size_t line = 0;
};

struct FoundLinks {
    std::vector<DocumentLink> links;
    std::vector<CodePiece> code;  // between backticks
};

FoundLinks links_in(const std::vector<DocumentLine>& lines, Markup markup);

// The file that a piece of code names, without the line behind it: "src/a.ts" of "./src/a.ts:12". Nothing when it is
// plainly something else.
std::optional<std::string> path_in_code(std::string_view code);

// What a document says of its project that a file can contradict: versions of packages, scripts to be run, and when it
// was last brought up to date. What it tells of the past ("migrated from React 16") is not taken for a claim. Pure.

// Adds to `reading`; `code` are the pieces of code within the lines.
void read_claims(const std::vector<DocumentLine>& lines, const std::vector<CodePiece>& code, DocumentReading& reading);

}  // namespace hm
