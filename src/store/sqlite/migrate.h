// Migrations: numbered SQL files, forward only. All that a store lacks are made in one transaction, so there is
// no half-upgraded store. They may rebuild tables: foreign keys are not enforced meanwhile, and a migration that
// leaves more dangling rows than it found is undone. A store newer than this program is refused.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/sqlite/connection.h"

namespace hm {

struct Migration {
    int version = 0;
    std::string_view sql;
};
using Migrations = std::span<const Migration>;

// Those this program was built with, in order.
Migrations all_migrations();

// The schema version this program works with.
int latest_schema_version();

Result<int> read_schema_version(Connection& connection);

// Refuses a store of a newer version; says nothing of an older one.
Result<void> check_schema_version(int version);

// Called before a store that is in use is changed, with its version, while the write lock is held.
using BeforeUpgrade = std::function<Result<void>(int version)>;

// Brings the store to the last of the migrations. Any number of processes may do it at once: one of them does,
// the others wait within their deadline and find it done.
Result<void> migrate(Connection& connection, Migrations migrations, const BeforeUpgrade& before_upgrade = {});

// Whether a store's schema is the one that our migrations make. A trigger or a view that somebody planted runs with
// every write or read of ours, so a store that has one is not used.

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
