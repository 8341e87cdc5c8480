#include "app/catalog.h"
#include "app/commands/commands.h"
#include "app/nouns/nouns.h"

namespace hm {

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

}  // namespace hm
