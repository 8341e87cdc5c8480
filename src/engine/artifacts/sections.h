// The sections of a document, told by its headings, each with a hash of its text: by these a change is seen, and which
// part of the document it is in. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/artifact.h"

namespace hm {

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

}  // namespace hm
