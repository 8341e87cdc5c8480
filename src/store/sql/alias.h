// Aliases: the names that imported records had where they came from.
#pragma once

#include <string_view>
#include <vector>

#include "store/transaction.h"

namespace hm {

Result<void> save_alias(Transaction& transaction, std::string_view alias, const Id& id);

// Usually one; more when two files used the same name for different things.
Result<std::vector<Id>> ids_with_alias(Connection& connection, std::string_view alias);

}  // namespace hm
