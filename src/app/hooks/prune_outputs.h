// Before a request goes to the model of a client that sends its whole conversation each time: which old tool outputs
// are left out of it. Once left out, an output stays so, in this process and the next: the choice is kept in the trail.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/hooks/agent_event.h"
#include "app/workspace.h"

namespace hm {

struct HeldOutput {
    std::string call_id;
    std::int64_t characters = 0;
};

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

}  // namespace hm
