// The settings as rows, known to this program or not, for export and import. Whoever wants a setting's value asks
// load_settings().
#pragma once

#include <functional>
#include <string_view>

#include "base/json.h"
#include "store/transaction.h"

namespace hm {

HM_ENUM(SettingRow, set_now, same_here, differs_here)

// In the order of their names; a value that is no JSON is left out.
Result<void> for_each_setting(Connection& connection,
                              const std::function<Result<void>(std::string_view key, const json::value&)>& visit);

// A setting that is set here stays as it is: it governs this project's agents.
Result<SettingRow> offer_setting(Transaction& transaction, std::string_view key, const json::value& value);

}  // namespace hm
