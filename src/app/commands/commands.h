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
Command shift_trajectory();

}  // namespace hm
