// Reading rows, and what is kept beside them: aliases, unknown fields, stamps.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "domain/stamp.h"
#include "store/files/project_files.h"
#include "store/sqlite/transaction.h"

namespace hm {

// What the last scans read from documents and sources, one row a file, in the code map's file: so that the next scan
// reads only what changed. A cache, like all of that file.

struct KeptReading {
    SeenFile seen;      // how the file looked when it was read
    std::string value;  // JSON
};

Result<std::map<std::string, KeptReading>> kept_readings(Connection& codemap);
Result<void> put_reading(Transaction& transaction, std::string_view path, const KeptReading& reading);
Result<void> remove_all_readings(Transaction& transaction);
Result<void> remove_reading(Transaction& transaction, std::string_view path);

// Aliases: the names that imported records had where they came from.

Result<void> save_alias(Transaction& transaction, std::string_view alias, const Id& id);

// Usually one; more when two files used the same name for different things.
Result<std::vector<Id>> ids_with_alias(Connection& connection, std::string_view alias);

// Fields that this program does not know, kept for records and for the heads of exported files, so that they come
// out again with them.

// Empty when there are none.
Result<json::object> extra_fields_of(Connection& connection, const Id& id);
Result<json::object> extra_fields_of_file(Connection& connection, std::string_view file);

// In place of those that were there; an empty object takes them away.
Result<void> save_extra_fields(Transaction& transaction, const Id& id, const json::object& fields);
Result<void> save_extra_fields_of_file(Transaction& transaction, std::string_view file, const json::object& fields);

// Stamps are given out in the transaction that uses them, so no two records share one.

Result<StampText> take_stamp(Transaction& transaction, const LocalMinute& minute);

// A stamp of the same minute that nobody else has, for a record that was stamped outside a transaction.
Result<StampText> take_own_stamp(Transaction& transaction, const StampText& stamp);

}  // namespace hm
