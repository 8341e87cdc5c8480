// The project's settings, one row for each that was changed from its default.
#pragma once

#include "domain/settings.h"
#include "store/records.h"

namespace hm {

// A stored value that its type refuses counts as unset and is named in `bad`; a mode counts as strict then, for what
// cannot be read opens no gate.
Result<Settings> load_settings(Connection& connection, BadRows& bad);

// REQUIRES: the value was decoded as that field of Settings.
Result<void> save_setting(Transaction& transaction, std::string_view key, const json::value& value);

// The setting has its default again.
Result<void> clear_setting(Transaction& transaction, std::string_view key);

}  // namespace hm
