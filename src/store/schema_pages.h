// The pages of a database that say which table begins where. When they are destroyed, SQLite finds nothing in a file
// whose tables are all there. Stores of one program lay them out alike, so those of a new store can stand in.
#pragma once

#include <filesystem>

#include "store/migrate.h"

namespace hm {

// Whether the list of tables can be read from its first to its last line.
bool has_whole_schema(Connection& damaged);

// Writes the schema pages of a new store with these migrations over those of the file. `scratch` is a name for the new
// store, which is gone afterwards. REQUIRES: no connection has the file open.
Result<void> replace_schema_pages(const std::filesystem::path& damaged, Migrations migrations,
                                  const std::filesystem::path& scratch, Deadline deadline);

}  // namespace hm
