#include "app/command/catalog.h"

#include <algorithm>

#include "app/command/noun_commands.h"

namespace hm {
namespace {

template <class Entry>
const Entry* named(std::span<const Entry> entries, std::string_view name) {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
    return found == entries.end() ? nullptr : &*found;
}

}  // namespace

const Command* find_command(std::string_view name) {
    return named(all_commands(), name);
}

const Query* find_query(std::string_view name) {
    return named(all_queries(), name);
}

const Query* find_own_query(std::string_view name) {
    return named(own_queries(), name);
}

std::span<const Command> all_commands() {
    static const std::vector<Command> commands = [] {
        std::vector<Command> all{
            start_task(),
            complete_task(),
            release_task(),
            reassign_task(),
            reopen_task(),
            review_task(),
            fail_task(),
            abandon_task(),
            invalidate_task(),
            defer_task(),
            branch_task(),
            quick_start(),
            plan_tasks(),
            complete_plan(),
            archive_plan(),
            abandon_plan(),
            assign_delegation(),
            recall_delegation(),
            pause(),
            give_grant(),
            revoke_grant(),
            save_memory(),
            flag_false_path(),
            save_anchor(),
            set_config(),
            undo(),
            purge(),
            validate(),
            approve(),
            override_rule(),
            set_role(),
            remove_role(),
            shift_trajectory(),
            verify_memory(),
            supersede_memory(),
            update_anchor(),
            remove_anchor(),
            link_knowledge(),
            prune_knowledge(),
            learn_knowledge(),
            learn_scan(),
            accept_review(),
            edit_review(),
            reject_review(),
        };
        for (const Command& command :
             {start_session(), update_session(), close_session(), resume_session(), report_session(),
              acknowledge_session(), split_session(), prune_hierarchy(), migrate_hierarchy(), export_cycle(),
              prune_cycle(), spawn_swarm(), collect_swarm_command()}) {
            all.push_back(command);
        }
        for (const Command& command : noun_commands()) all.push_back(command);
        return all;
    }();
    return commands;
}

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
            find_code(),
            outline_code(),
            code_refs(),
            code_touch(),
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
