// What really happened in a session, from its counters and its events.
#pragma once

#include "app/query.h"
#include "domain/session.h"
#include "view/session_record_text.h"

namespace hm {

Result<SessionRecord> load_session_record(const Session& session, const QueryContext& context);

}  // namespace hm
