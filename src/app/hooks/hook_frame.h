// What every hook begins with: the settings, the deadline they give it, and the session it belongs to.
#pragma once

#include "app/hooks/agent_event.h"
#include "app/workspace.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "store/records.h"
#include "store/transaction.h"

namespace hm {

struct HookFrame {
    Settings settings;
    Session session;               // in the role that it has now
    std::string agent;             // the client's name of the agent that asks
    std::vector<Session> unsaved;  // what the hook's record has to save first
    std::string request_id;
    BadRows bad;  // stored rows that could not be read on the way
    // While it is held, all that is read is of the moment at which the frame was read, and nothing can be written.
    std::unique_ptr<Snapshot> reading;
};

HM_ENUM(Reading, ends, goes_on)

// `deadline` is the setting that bounds this hook: &Settings::gate_deadline and the like.
// With Reading::goes_on the frame may come with `reading` held.
Result<HookFrame> begin_hook(const AgentIdentity& who, Duration Settings::* deadline, Workspace& workspace,
                             Reading reading = Reading::ends);

}  // namespace hm
