// Files of the source tree that travel inside the program: migrations and client plugins.
// Not a file system: the set is fixed when the program is built (CMakeLists.txt, embed_files).
// The bytes live as long as the program and are exactly those of the file.
//
// To embed a file: 1. add it to embed_files in CMakeLists.txt; 2. read it by "<prefix>/<file name>".
#pragma once

#include <span>
#include <string_view>

namespace hm {

struct EmbeddedFile {
    std::string_view name;
    std::string_view content;
};

// All embedded files; those of one prefix stand together in the order of their names.
std::span<const EmbeddedFile> embedded_files();

// The content of one file, for example "migrations/0001_first.sql".
// REQUIRES: the file is embedded; any other name ends the program.
std::string_view embedded_file(std::string_view name);

}  // namespace hm
