// The factories of all commands, one for each file of this folder.
#pragma once

#include "app/command.h"

namespace hm {

Command start_task();
Command complete_task();
Command release_task();
Command reassign_task();
Command reopen_task();
Command save_memory();
Command flag_false_path();
Command save_anchor();
Command set_config();
Command pause();
Command give_grant();
Command revoke_grant();
Command undo();
Command purge();
Command validate();
Command start_session();
Command update_session();
Command close_session();
Command resume_session();
Command report_session();
Command acknowledge_session();
Command split_session();
Command prune_hierarchy();
Command migrate_hierarchy();
Command export_cycle();
Command prune_cycle();
Command spawn_swarm();
Command collect_swarm_command();

}  // namespace hm
