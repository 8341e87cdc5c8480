// What every hook begins with: the settings, the deadline, and the session it belongs to with its role.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/command/command.h"
#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "domain/delegation.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "store/records/records.h"
#include "store/sqlite/transaction.h"

namespace hm {

// What every hook begins with: the settings, the deadline they give it, and the session it belongs to.

struct HookFrame {
    Settings settings;
    Session session;               // in the role that it has now
    std::string agent;             // the client's name of the agent that asks
    std::vector<Session> unsaved;  // what the hook's record has to save first
    std::string request_id;
    std::string asked;  // as its AgentIdentity tells
    BadRows bad;        // stored rows that could not be read on the way
    // While it is held, all that is read is of the moment at which the frame was read, and nothing can be written.
    std::unique_ptr<Snapshot> reading;
};

HM_ENUM(Reading, ends, goes_on)

// `deadline` is the setting that bounds this hook: &Settings::gate_deadline and the like.
// With Reading::goes_on the frame may come with `reading` held.
Result<HookFrame> begin_hook(const AgentIdentity& who, Duration Settings::* deadline, Workspace& workspace,
                             Reading reading = Reading::ends);

// The session that an event belongs to. A session is kept from the first time it is seen. A hook only looks
// it up, and a session that is new is saved together with the hook's record, so that a store that is held
// by another process delays nothing.

struct ResolvedSession {
    Session session;
    std::vector<Session> unsaved;  // new or changed, parents first; the session itself is the last
};

// Reads only.
Result<ResolvedSession> resolve_session(const AgentIdentity& who, Workspace& workspace, BadRows& bad);

// The session, saved, in the role that it has now. `deadline` is the setting that bounds the wait.
Result<Session> session_of(const AgentIdentity& who, Duration Settings::* deadline, Workspace& workspace);

Actor agent_actor(const Session& session);

// The role that a session acts in now: that of the agent's profile when the agent has one. An agent that another one
// started has else the role of its delegation, taken up or still offered; without one it has its parent's share: the
// role of a parent that works on files itself, and an investigator's below one that only gives work away or where it
// was spawned for research. Any other has the role it was seen with first. Clients switch agents within a session, and
// roles are added later, so it is worked out for every event and never stored.

// The profiles that `init` writes carry our name in front, so that they stand apart from a person's own; without it the
// name is that of a role.
std::string_view without_own_prefix(std::string_view agent);

// What the client calls the agent now, or what it called it first.
std::string agent_name(const Session& session, std::string_view told);

// What was handed out by the sessions above this one, not taken up yet, and may be meant for this agent: given to it by
// its name or to a role. Those by name come first.
Result<std::vector<Delegation>> delegations_offered_to(const Session& session, std::string_view agent,
                                                       const Settings& settings, Time now, Connection& connection,
                                                       BadRows& bad);

// Reads only.
Result<void> take_current_role(Session& session, std::string_view agent, const Settings& settings, Time now,
                               Connection& connection, BadRows& bad);

}  // namespace hm
