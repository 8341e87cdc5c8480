// Fields that this program does not know, kept for records and for the heads of exported files, so that they come
// out again with them.
#pragma once

#include <string_view>

#include "base/json.h"
#include "store/transaction.h"

namespace hm {

// Empty when there are none.
Result<json::object> extra_fields_of(Connection& connection, const Id& id);
Result<json::object> extra_fields_of_file(Connection& connection, std::string_view file);

// In place of those that were there; an empty object takes them away.
Result<void> save_extra_fields(Transaction& transaction, const Id& id, const json::object& fields);
Result<void> save_extra_fields_of_file(Transaction& transaction, std::string_view file, const json::object& fields);

}  // namespace hm
