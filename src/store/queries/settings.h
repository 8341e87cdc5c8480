// The project's settings, one row for each that was changed from its default.
#pragma once

#include <functional>
#include <string_view>

#include "base/json.h"
#include "domain/settings.h"
#include "store/records/records.h"
#include "store/sqlite/transaction.h"

namespace hm {

// A stored value that its type refuses counts as unset and is named in `bad`; a mode counts as strict then, for what
// cannot be read opens no gate.
Result<Settings> load_settings(Connection& connection, BadRows& bad);

// REQUIRES: the value was decoded as that field of Settings.
Result<void> save_setting(Transaction& transaction, std::string_view key, const json::value& value);

// The setting has its default again.
Result<void> clear_setting(Transaction& transaction, std::string_view key);

// The settings as rows, known to this program or not, for export and import. Whoever wants a setting's value asks
// load_settings().

HM_ENUM(SettingRow, set_now, same_here, differs_here)

// In the order of their names; a value that is no JSON is left out.
Result<void> for_each_setting(Connection& connection,
                              const std::function<Result<void>(std::string_view key, const json::value&)>& visit);

// A setting that is set here stays as it is: it governs this project's agents.
Result<SettingRow> offer_setting(Transaction& transaction, std::string_view key, const json::value& value);

}  // namespace hm
