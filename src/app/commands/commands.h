// The factories of all commands, one for each file of this folder.
#pragma once

#include "app/command.h"

namespace hm {

Command start_task();
Command complete_task();
Command review_task();
Command fail_task();
Command abandon_task();
Command invalidate_task();
Command defer_task();
Command branch_task();
Command quick_start();
Command plan_tasks();
Command complete_plan();
Command archive_plan();
Command abandon_plan();
Command assign_delegation();
Command recall_delegation();
Command release_task();
Command reassign_task();
Command reopen_task();
Command save_memory();
Command flag_false_path();
Command verify_memory();
Command supersede_memory();
Command save_anchor();
Command update_anchor();
Command remove_anchor();
Command link_knowledge();
Command prune_knowledge();
Command learn_knowledge();
Command learn_scan();
Command accept_review();
Command edit_review();
Command reject_review();
Command set_config();
Command pause();
Command give_grant();
Command revoke_grant();
Command approve();
Command override_rule();
Command set_role();
Command remove_role();
Command undo();
Command purge();
Command validate();
Command shift_trajectory();
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
