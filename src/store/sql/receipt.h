// Receipts that their events are too small for, by the request they answered: what a request that is sent again is
// answered with. Kept for a day, and only the newest ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/transaction.h"

namespace hm {

// As long as an answer may be on any way to a caller.
inline constexpr std::size_t max_receipt_bytes = 1U << 20U;

// In the place of what was kept for that request. A receipt that is too long is left out.
Result<void> keep_receipt(Transaction& transaction, std::string_view request_id, Time at, std::string_view receipt);

Result<std::optional<std::string>> find_receipt(Connection& connection, std::string_view request_id);

}  // namespace hm
