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
Query list_config();
Query get_config();
Query trace();
Query list_stale();
Query get_anchor();
Query query_knowledge();
Query show_knowledge_tree();
Query list_stale_knowledge();
Query show_review();
Query show_plan();
Query plan_status();
Query show_ready();
Query task_status();
Query delegation_status();

}  // namespace hm
