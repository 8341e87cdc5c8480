// All commands and queries, one list. Each is made by a factory that its subject's file defines.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/command/command.h"
#include "app/command/query.h"

namespace hm {

// The catalog: every command and query that HiveMind offers, in one explicit list. The CLI, the agents'
// tools, the help and the reference pages are made from it.

std::span<const Command> all_commands();
std::span<const Query> all_queries();

const Command* find_command(std::string_view name);
const Query* find_query(std::string_view name);

// The queries with a file of their own, without those that every noun has: a process that asks one of them need not
// make the others.
std::span<const Query> own_queries();
const Query* find_own_query(std::string_view name);

// The factories of all commands, one for each file of this folder.

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

// The factories of all queries, one for each file of this folder.

Query show_status();
Query list_tasks_query();
Query list_memories_query();
Query recall_memories();
Query list_anchors_query();
Query show_log();
Query show_pack();
Query why_injection();
Query list_injections();
Query list_config();
Query get_config();
Query trace();
Query list_stale();
Query why();
Query list_roles();
Query show_plan();
Query plan_status();
Query show_ready();
Query task_status();
Query delegation_status();
Query get_anchor();
Query query_knowledge();
Query show_knowledge_tree();
Query list_stale_knowledge();
Query show_review();
Query session_stamp();
Query session_status();
Query show_session();
Query session_diff();
Query show_resume();
Query inspect_scan();
Query inspect_deep();
Query inspect_drift();
Query hierarchy_status();
Query list_cycle();
Query scan_full();
Query scan_incremental();
Query scan_drift_query();
Query scan_frameworks();
Query scan_documents();
Query codemap_scan();
Query codemap_diff();
Query codemap_todos();
Query codemap_graph();
Query codemap_inconsistencies();
Query codemap_show();
Query codemap_find();
Query find_code();
Query outline_code();
Query code_refs();
Query code_touch();

}  // namespace hm
