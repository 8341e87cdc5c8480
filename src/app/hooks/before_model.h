// Before a request goes to the model: the pack that is put in front of it.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/recall_memo.h"
#include "app/workspace.h"
#include "view/pack_text.h"

namespace hm {

// What goes before the model now, in one text or with its checklist beside it, as the client takes it; empty when the
// context has seen all of it. `memo` is that of a process that lives on.
Result<PackText> before_model(const BeforeModel& event, Workspace& workspace, RecallMemo* memo = nullptr);

// What goes before everything that changes, where the client has such a place: the rules and the critical anchors.
// The same bytes every time until a person or an agent changes one of them.
Result<std::string> stable_context(const AgentIdentity& who, Workspace& workspace);

}  // namespace hm
