// Where things stand: what a session that begins, is compacted or is split has to know, and what a person who comes
// back asks. Bounded, whatever the store holds.
#pragma once

#include "app/command/workspace.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "store/records/records.h"
#include "view/situation_text.h"

namespace hm {

// Of the session, or of the project when there is none.
Result<Situation> load_situation(const std::optional<Session>& session, const Settings& settings, Workspace& workspace,
                                 BadRows& bad);

// The same for whoever comes back: what sessions that are not there any more left behind is in nobody's hand.
Result<void> add_left_work(Situation& situation, const Settings& settings, Connection& connection, BadRows& bad);

// The session that somebody who begins now would go on with: the newest with a read-head of its own, `but` left out.
Result<std::optional<Session>> session_before(const std::optional<Id>& but, Connection& connection, BadRows& bad);

}  // namespace hm
