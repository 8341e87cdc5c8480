// Reads the files of an export into an import, line by line.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "app/exchange/import_files.h"

namespace hm {

// What an import is made of while its files are read.
struct ImportWork {
    Transaction& transaction;
    NodeImport& nodes;
    ImportReport& report;
};

// True when the file was made by an export and is read; false when there is none, or another's.
Result<bool> read_exported_file(ImportWork& work, const std::filesystem::path& directory, std::string_view file);

// A setting that is set here stays; one that its type refuses is set aside.
Result<void> offer_imported_setting(ImportWork& work, std::string_view key, const json::value& value);

}  // namespace hm
