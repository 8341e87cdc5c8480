// Who typed this command: a person, or an agent through its client's shell tool. Told by what the clients
// leave in the environment and by the processes above this one.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "domain/event.h"

namespace hm::cli {

struct ChainProcess {
    pid_t pid = 0;
    std::string name;
    std::string key;                 // process_key
    Time started_at;                 // to a hundredth of a second
    bool is_leader = false;          // of the session that this process is in: with a terminal, its first process
    bool is_above_terminal = false;  // above the leader: what the terminal lives in (tmux, sshd, an editor)
    bool is_reaper = false;          // takes over what others leave: that it is the parent says nothing
    bool is_from_outside = false;    // of another user, or from outside the container
    bool has_client_variable = false;
};

// This process, those above it as far as they can be seen, and the leader of its session; nearest first.
struct ProcessChain {
    std::vector<ChainProcess> processes;
    Time machine_started;
    bool has_terminal = false;  // a controlling one
};

ProcessChain process_chain(Time now);

// The key of the client that started this hook; "" when it cannot be told.
std::string client_process();

ActorKind who_typed();

// Whether nobody is there who could have typed it: the processes above this one end at init, which did not start them,
// all of them are shells and their like, and the first of them has no terminal in whose foreground this process is.
// That is what `setsid -f` leaves. Under a program that runs (a CI runner, a test, an editor) it is false, and where
// processes cannot be looked at.
bool is_cut_off();

}  // namespace hm::cli
