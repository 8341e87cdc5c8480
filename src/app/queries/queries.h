// The factories of all queries, one for each file of this folder.
#pragma once

#include "app/query.h"

namespace hm {

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

}  // namespace hm
