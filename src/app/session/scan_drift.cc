#include "app/session/scan_drift.h"

#include <fmt/format.h>

#include "app/hooks/record.h"
#include "store/sql/event.h"
#include "store/sql/session.h"

namespace hm {

Result<void> scan_drift(CountedIn& counted, const HookFrame& frame, Transaction& transaction, Workspace& workspace) {
    SessionCounters& counters = counted.counters;
    if (counters.write_calls - counters.writes_at_scan < writes_between_scans) return {};
    counters.writes_at_scan = counters.write_calls - counters.write_calls % writes_between_scans;
    counters.drift_at_scan = drift_score(counters);
    const std::int64_t health = health_score(counters, counters.signals.size());
    Event event = hook_event("session.drift",
                             fmt::format("after {} writes: drift {} of 100, health {} of 100", counters.write_calls,
                                         counters.drift_at_scan, health),
                             frame, workspace);
    event.request_id.reset();  // the event that was counted carries it
    event.session_id = counted.session_id;
    event.facts = {{"writes", counters.write_calls}, {"drift", counters.drift_at_scan}, {"health", health}};
    HM_TRY(append_event(transaction, std::move(event)));
    return save_counters(transaction, counted.session_id, counters);
}

}  // namespace hm
