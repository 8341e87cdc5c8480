// What a document says of its project that a file can contradict: versions of packages, scripts to be run, and when it
// was last brought up to date. What it tells of the past ("migrated from React 16") is not taken for a claim. Pure.
#pragma once

#include "engine/documents/document.h"
#include "engine/documents/document_links.h"

namespace hm {

// Adds to `reading`; `code` are the pieces of code within the lines.
void read_claims(const std::vector<DocumentLine>& lines, const std::vector<CodePiece>& code, DocumentReading& reading);

}  // namespace hm
