// Wiring and unwiring as changes to files. What a file was before we first touched it is remembered, so that unwiring
// gives back exactly that when nobody else has written to it since; else only our own entries are taken out.
#pragma once

#include "adapters/wiring/client_wiring.h"
#include "adapters/wiring/file_changes.h"
#include "base/time.h"

namespace hm {

// The files of a client as they would be.
Result<std::vector<FileChange>> plan_wiring(const ClientWiring& wiring, const WiringPlace& place);
Result<std::vector<FileChange>> plan_unwiring(const ClientWiring& wiring, const WiringPlace& place);

// Makes the changes and remembers, or forgets, what was there before and when it was changed.
Result<void> wire(const ClientWiring& wiring, const WiringPlace& place, Time now);
Result<void> unwire(const ClientWiring& wiring, const WiringPlace& place);

HM_ENUM(WiringState, absent, current, different)

// Whether the client is wired here, and as this program would do it.
Result<WiringState> wiring_state(const ClientWiring& wiring, const WiringPlace& place);

// When this program last changed a file of the client's wiring; the beginning of time when it does not know.
Result<Time> last_wired_at(const ClientWiring& wiring, const WiringPlace& place);

// The project's root when it was last wired, if that is another one than now and no project is there any more. Empty
// when the project was not moved, and for a copy whose original still exists.
std::filesystem::path moved_from(const WiringPlace& place);

}  // namespace hm
