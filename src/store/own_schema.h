// Whether a store's schema is the one that our migrations make. A trigger or a view that somebody planted runs with
// every write or read of ours, so a store that has one is not used.
#pragma once

#include <string>
#include <vector>

#include "store/connection.h"

namespace hm {

// Changes with every change of the schema, whoever made it.
Result<std::int64_t> read_schema_cookie(Connection& connection);

// The identity of the store; "" in one that is older than schema 12.
Result<std::string> read_store_id(Connection& connection);

// What no migration up to the store's version made, or made otherwise: "trigger keep_mode", at most 20. Reads SQLite's
// own list of the schema and nothing behind it.
Result<std::vector<std::string>> foreign_objects(Connection& connection);

// The refusal that names them. REQUIRES: there is one.
Error foreign_schema(const std::vector<std::string>& objects, const std::string& database);

}  // namespace hm
