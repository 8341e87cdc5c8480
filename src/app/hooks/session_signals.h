// The signals of a session, kept in line with its counters. They are written only when one begins to hold, ends, or was
// told twice and left.
#pragma once

#include <string_view>

#include "app/command/workspace.h"
#include "app/event/hook_frame.h"
#include "store/queries/spool.h"

namespace hm {

// Brings the signals of the session in line with its counters.
Result<void> raise_signals(CountedIn counted, const HookFrame& frame, Transaction& transaction, Workspace& workspace);

// A request went to the model with what was injected: open signals were told once more.
Result<void> count_request(const Id& session_id, const HookFrame& frame, Transaction& transaction,
                           Workspace& workspace);

// Whether one began to hold that the agent has not been told of yet.
bool has_untold_signals(const SessionCounters& counters);

// An agent carried out an entry of the catalog: open signals that name it are answered. Reads only when there are none.
Result<void> answer_signals(const Id& session_id, std::string_view entry, Workspace& workspace);

// Every so many writes it is looked how far a session is off its course, whatever else happens: the figures go into the
// log, and `inspect drift` tells them.

inline constexpr std::int64_t writes_between_scans = 10;

// In the transaction that counted. The scan of a write that had to wait in the spool comes with the next event.
Result<void> scan_drift(CountedIn& counted, const HookFrame& frame, Transaction& transaction, Workspace& workspace);

}  // namespace hm
