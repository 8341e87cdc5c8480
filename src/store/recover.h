// Recovery of a damaged store: the file is kept aside byte for byte, everything that can be read goes into a new
// store, and that takes the old one's place. Nothing is deleted. Rows the new store refuses go to its quarantine.
#pragma once

#include <string>
#include <vector>

#include "store/locate.h"
#include "store/salvage.h"

namespace hm {

struct TableRecovery {
    std::string table;
    std::size_t rows = 0;         // in the new store
    std::size_t quarantined = 0;  // read, but refused
    std::size_t gaps = 0;         // places that could not be read
};

struct Recovery {
    std::filesystem::path aside;  // where the damaged store lies now
    std::vector<TableRecovery> tables;
    // Nothing of the file could be read: the new store is empty.
    bool is_empty = false;
};

// Fails with busy when another process has the store open. References between rows are not checked here.
Result<Recovery> recover_store(const ProjectPaths& paths, Deadline deadline, Time now);

}  // namespace hm
