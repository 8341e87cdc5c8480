// What the last scans read from documents and sources, one row a file, in the code map's file: so that the next scan
// reads only what changed. A cache, like all of that file.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "store/seen_files.h"
#include "store/transaction.h"

namespace hm {

struct KeptReading {
    SeenFile seen;      // how the file looked when it was read
    std::string value;  // JSON
};

Result<std::map<std::string, KeptReading>> kept_readings(Connection& codemap);
Result<void> put_reading(Transaction& transaction, std::string_view path, const KeptReading& reading);
Result<void> remove_all_readings(Transaction& transaction);
Result<void> remove_reading(Transaction& transaction, std::string_view path);

}  // namespace hm
