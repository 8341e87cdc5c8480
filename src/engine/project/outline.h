// The outline of a Markdown document, its sections, and whether they still are what an artifact registered.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "domain/artifact.h"
#include "domain/plan.h"

namespace hm {

// The lines of a document, each with what it is, and the headings among them. Only prose makes headings: a # in a code
// block, in the front matter or in a comment is none. Markdown and reStructuredText; any other text is taken for
// Markdown. Pure.

HM_ENUM(Markup, markdown, rst)
HM_ENUM(LineKind, prose, code, front_matter, comment, mark)  // mark: begins or ends one of the others

Markup markup_of(std::string_view path);

struct DocumentLine {
    std::size_t number = 0;  // from 1
    std::size_t offset = 0;  // in bytes
    std::string_view text;   // without its end
    LineKind kind = LineKind::prose;
    std::string_view language = {};  // of the code it belongs to, as the block names it
};

std::vector<DocumentLine> lines_of(std::string_view text, Markup markup);

struct Heading {
    std::size_t level = 1;
    std::string_view words;
    std::size_t line = 0;
    std::size_t offset = 0;  // where its section begins
};

std::vector<Heading> headings_in(const std::vector<DocumentLine>& lines, Markup markup);

// The sections of a document, told by its headings, each with a hash of its text: by these a change is seen, and which
// part of the document it is in. Pure.

// In order. What stands before the first heading, or in a document without any, is a section too. At most 200; the last
// one has the rest.
std::vector<ArtifactSection> read_sections(std::string_view text);

struct SectionChanges {
    std::vector<ArtifactSection> sections;  // as to be kept: what is gone stays, as superseded
    std::vector<std::string> changed;       // headings
    std::vector<std::string> added;
    std::vector<std::string> gone;

    bool is_any() const { return !changed.empty() || !added.empty() || !gone.empty(); }
};

// A kept section without a hash was written down by hand and is compared by its heading alone.
SectionChanges compare_sections(const std::vector<ArtifactSection>& kept, std::vector<ArtifactSection> found);

// How a planning document stands by its place in the chain: what is above it, what replaced that, the plan and the
// tasks it belongs to, and its own file. Not by its age: a document nobody touched for a year is current as long as
// what it hangs on did not change. Pure.
//
// To add a finding: its name below, when it holds in outline.cc, its words in view/project_text.cc.

// stale: to be looked at again; outlier: it hangs on nothing any more; over: no longer in use.
HM_ENUM(ArtifactStanding, current, stale, outlier, over)
HM_ENUM(ArtifactFindingKind, text_changed, above_changed, above_replaced, above_given_up, file_gone, in_no_chain,
        plan_given_up)
HM_ENUM(ArtifactFile, none, read, gone, unreadable)

struct ArtifactAbove {
    Artifact artifact;
    bool has_new_text = false;  // its file says something else than what is kept of it
};

struct ArtifactFacts {
    Artifact artifact;
    std::vector<ArtifactAbove> above;  // parent, its parent and so on
    std::optional<Plan> plan;
    bool is_linked = false;  // it names a plan, a task or a document, or is named by one
    ArtifactFile file = ArtifactFile::none;
    SectionChanges text;  // of the file against what is kept
};

struct ArtifactFinding {
    ArtifactFindingKind kind = ArtifactFindingKind::text_changed;
    std::string what;  // the document above, the plan, the path, or the headings
};

struct JudgedArtifact {
    ArtifactStanding standing = ArtifactStanding::current;
    std::vector<ArtifactFinding> findings;
};

JudgedArtifact judge_artifact(const ArtifactFacts& facts);

// When somebody last changed it or said that it holds.
Time settled_at(const Artifact& artifact);

}  // namespace hm
