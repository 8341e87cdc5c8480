// What a document is for, told by where it lies and, where that does not say, by its title and headings. Pure.
//
// To know another name or folder: a word in document_type.cc.
#pragma once

#include "engine/documents/document.h"

namespace hm {

// REQUIRES: the reading has its title and its sections.
DocumentType document_type(std::string_view path, const DocumentReading& reading);

}  // namespace hm
