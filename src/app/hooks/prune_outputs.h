// Before a request goes to the model of a client that sends its whole conversation each time: which old tool outputs
// are left out of it. Once left out, an output stays so, in this process and the next: the choice is kept in the trail.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "engine/session/context.h"
#include "store/records/records.h"

namespace hm {

struct OutputsHeld {
    AgentIdentity who;
    std::vector<HeldOutput> outputs;  // in the order of the conversation
};

// What a long-lived process knows of each session, so that most requests cost no read. Bounded; a session that fell out
// is read again from the trail.
class PruneMemory {
public:
    struct Known {
        std::set<std::string, std::less<>> left_out;
        std::int64_t turns_since_last = 0;
        std::int64_t requests_of_turn = 0;
        std::uint64_t used = 0;
    };
    Known* find(const std::string& session);
    Known& keep(const std::string& session, Known known);
    // A prompt came. A turn without end counts as another one now and then, so that it is not left with all it read.
    void begin_turn(const std::string& session);

private:
    std::map<std::string, Known> sessions_;
    std::uint64_t uses_ = 0;
};

// The calls whose outputs are left out now, in order. Takes a new batch when one is due.
Result<std::vector<std::string>> prune_outputs(const OutputsHeld& held, PruneMemory& memory, Workspace& workspace);

// Of the calls of a session that left a record: whether the work each belonged to is at hand or has ended, and what
// those looked at that only looked.

class WorkOfCalls {
public:
    static Result<WorkOfCalls> load(const Id& session_id, Workspace& workspace, BadRows& bad);

    OutputWork of(const std::string& call) const;
    // Equal for calls that looked at the same; empty when it did something, or left no record.
    std::string looked_at(const std::string& call) const;

private:
    Result<void> add(std::string call, const Id& task_id, Connection& connection, BadRows& bad);

    std::map<Id, OutputWork> work_;
    std::map<std::string, OutputWork> calls_;
    std::map<std::string, std::string> prints_;
};

}  // namespace hm
