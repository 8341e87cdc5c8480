// Every so many writes it is looked how far a session is off its course, whatever else happens: the figures go into the
// log, and `inspect drift` tells them.
#pragma once

#include "app/session/session_signals.h"

namespace hm {

inline constexpr std::int64_t writes_between_scans = 10;

// In the transaction that counted. The scan of a write that had to wait in the spool comes with the next event.
Result<void> scan_drift(CountedIn& counted, const HookFrame& frame, Transaction& transaction, Workspace& workspace);

}  // namespace hm
