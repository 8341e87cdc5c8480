// Nodes that were set aside with their reason: nothing reads them but export, nothing is lost.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "store/transaction.h"

namespace hm {

struct SetAside {
    std::string noun;  // or the table, for a row that was in the store
    std::string id;
    std::string reason;
    std::string content;
    Time at;
};

// False when the same content was set aside before.
Result<bool> set_aside_once(Transaction& transaction, const SetAside& node);

// Whether the same content is set aside under that name.
Result<bool> is_set_aside(Connection& connection, const SetAside& node);

Result<bool> has_set_aside_rows(Connection& connection);

// Takes out what was set aside under this name: a sound version has arrived.
Result<void> forget_set_aside(Transaction& transaction, std::string_view noun, std::string_view id);

// In the order of their ids.
Result<void> for_each_set_aside(Connection& connection, const std::function<Result<void>(const SetAside&)>& visit);

}  // namespace hm
