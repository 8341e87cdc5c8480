// swarm spawn, swarm collect: research that child sessions do beside their parent. The client's adapter starts the real
// sessions; these keep who asked, what for, how long, and what came of it.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/session/swarms.h"
#include "app/task_in_hand.h"

namespace hm {
namespace {

constexpr Duration usual_time = minutes(30);

struct SpawnSwarm {
    MemoryText prompt;
    std::optional<std::int64_t> budget;
    std::optional<Duration> within;
    std::optional<Id> task_id;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Swarm::prompt, &SpawnSwarm::prompt));
        visit(same_as(&Swarm::budget, &SpawnSwarm::budget));
        visit(field("within", &SpawnSwarm::within, "How long it may take: 20m, 2h; 30m when left out."));
        visit(same_as(&Swarm::task_id, &SpawnSwarm::task_id));
    }
};

Result<Receipt> run_spawn(const SpawnSwarm& input, const CommandContext& context) {
    HM_TRY(close_dead_swarms(context));
    HM_TRY(check_room_for_swarm(context));
    if (input.budget && *input.budget <= 0) {
        return fail(ErrorCode::invalid_input, fmt::format("The budget {} cannot be taken.", *input.budget),
                    "Give a number of tokens above 0, or none.");
    }
    const Duration within = input.within.value_or(usual_time);
    if (within.ms <= 0) return fail(ErrorCode::invalid_input, "It must have some time.", "Give 20m or 2h.");
    Swarm swarm;
    HM_TRY(context.begin(swarm));
    swarm.parent_session_id = context.actor.session_id;
    swarm.prompt = input.prompt;
    swarm.budget = input.budget;
    swarm.deadline_at = context.now + within;
    swarm.task_id = input.task_id;
    if (!swarm.task_id) {
        HM_TRY_ASSIGN(const auto tasks, tasks_in_hand(context.connection(), context.actor.session_id, context.bad));
        if (!tasks.empty()) swarm.task_id = tasks.back().id;
    }
    HM_TRY(insert(context.transaction, swarm));
    return Receipt{fmt::format("Spawned a swarm; it has until {}.", to_iso(*swarm.deadline_at)), swarm.id,
                   swarm.task_id};
}

struct CollectSwarm {
    Id id;
    std::vector<MemoryText> findings;
    std::optional<Paragraph> summary;
    bool has_failed = false;

    static constexpr void fields(auto&& visit) {
        visit(field("id", &CollectSwarm::id, "The swarm."));
        visit(field("findings", &CollectSwarm::findings, "What it found, each kept as a memory of its task."));
        visit(same_as(&Swarm::summary, &CollectSwarm::summary));
        visit(field("has_failed", &CollectSwarm::has_failed, "It came to nothing; the summary says why."));
    }
};

Result<Receipt> run_collect(const CollectSwarm& input, const CommandContext& context) {
    return collect_swarm(input.id, {input.findings, input.summary, input.has_failed}, context);
}

}  // namespace

Command spawn_swarm() {
    return make_command<SpawnSwarm, run_spawn>("swarm spawn", "Give research to a child session, with a deadline.",
                                               "prompt");
}

Command collect_swarm_command() {
    return make_command<CollectSwarm, run_collect>("swarm collect", "Take in what a swarm found.", "id");
}

}  // namespace hm
