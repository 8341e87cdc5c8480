#include "app/catalog.h"
#include "app/nouns/nouns.h"
#include "app/queries/queries.h"

namespace hm {

std::span<const Query> own_queries() {
    static const std::vector<Query> queries = [] {
        return std::vector<Query>{
            show_status(),
            list_tasks_query(),
            list_memories_query(),
            recall_memories(),
            list_anchors_query(),
            show_log(),
            show_pack(),
            list_config(),
            get_config(),
            trace(),
            list_stale(),
            show_plan(),
            plan_status(),
            show_ready(),
            task_status(),
            delegation_status(),
            why(),
            list_roles(),
            why_injection(),
            list_injections(),
            get_anchor(),
            query_knowledge(),
            show_knowledge_tree(),
            list_stale_knowledge(),
            show_review(),
            session_stamp(),
            session_status(),
            show_session(),
            session_diff(),
            show_resume(),
            inspect_scan(),
            inspect_deep(),
            inspect_drift(),
            hierarchy_status(),
            list_cycle(),
            scan_full(),
            scan_incremental(),
            scan_drift_query(),
            scan_frameworks(),
            scan_documents(),
            codemap_scan(),
            codemap_diff(),
            codemap_todos(),
            codemap_graph(),
            codemap_inconsistencies(),
            codemap_show(),
            codemap_find(),
        };
    }();
    return queries;
}

std::span<const Query> all_queries() {
    static const std::vector<Query> queries = [] {
        std::vector<Query> all(own_queries().begin(), own_queries().end());
        for (const Query& query : noun_queries()) all.push_back(query);
        return all;
    }();
    return queries;
}

}  // namespace hm
