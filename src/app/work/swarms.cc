// Swarms: several researchers with one question.
#include "app/work/swarms.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command/catalog.h"
#include "app/command/noun_commands.h"
#include "app/memory/keep_memory.h"
#include "app/session/read_head.h"
#include "domain/session.h"
#include "domain/swarm.h"
#include "store/queries/memory.h"
#include "store/queries/work.h"

namespace hm {
namespace {

constexpr Duration subagent_time = hours(2);
constexpr std::int64_t most_open = 200;
constexpr std::int64_t most_findings = 100;

Result<void> save(Swarm& swarm, SwarmState state, const CommandContext& context) {
    if (swarm.state != state) HM_TRY(move_to(swarm, state, context.now));
    swarm.modified_at = context.now;
    return update(context.transaction, swarm);
}

// What the child saved by itself counts as found.
Result<void> add_own_findings(Swarm& swarm, const CommandContext& context) {
    if (!swarm.child_session_id) return {};
    HM_TRY_ASSIGN(const auto saved,
                  list_records<Memory>(context.connection(), {.of = swarm.child_session_id, .limit = most_findings},
                                       context.bad));
    for (const Memory& memory : saved) {
        const bool is_known = std::ranges::find(swarm.findings, memory.id) != swarm.findings.end();
        if (memory.session_id == swarm.child_session_id && !is_known) swarm.findings.push_back(memory.id);
    }
    return {};
}

constexpr std::string_view title_begins = "HiveMind research ";

// The one that waits for the session of this title.
Result<std::optional<Swarm>> swarm_of_title(std::string_view title, const Id& parent_session_id,
                                            const CommandContext& context) {
    if (!title.starts_with(title_begins)) return std::nullopt;
    const auto id = Id::parse(title.substr(title_begins.size()));
    if (!id) return std::nullopt;
    HM_TRY_ASSIGN(auto swarm, find<Swarm>(context.connection(), *id, context.bad));
    const bool waits = swarm && swarm->state == SwarmState::spawned && swarm->parent_session_id == parent_session_id;
    return waits ? std::move(swarm) : std::nullopt;
}

}  // namespace

Result<void> check_room_for_swarm(const CommandContext& context) {
    HM_TRY_ASSIGN(const auto open, open_swarms(context.connection(), most_open, context.bad));
    const auto limit = static_cast<std::size_t>(std::max<std::int64_t>(context.settings.swarms_at_once, 0));
    if (open.size() < limit) return {};
    Error error{ErrorCode::conflict,
                "Another swarm cannot be spawned now.",
                "Collect one with `hivemind swarm collect`, or wait until one is past its deadline.",
                fmt::format("{} run, and {} may at once (setting swarms_at_once).", open.size(), limit),
                {}};
    for (const Swarm& swarm : open) {
        if (error.evidence.size() == 5) break;
        error.evidence.push_back(fmt::format("{} since {}", swarm.id.text(), to_iso_minute(swarm.created_at)));
    }
    return fail(std::move(error));
}

Result<std::int64_t> close_dead_swarms(const CommandContext& context) {
    HM_TRY_ASSIGN(auto open, open_swarms(context.connection(), most_open, context.bad));
    std::int64_t closed = 0;
    for (Swarm& swarm : open) {
        if (!swarm.deadline_at || *swarm.deadline_at > context.now) continue;
        HM_TRY(add_own_findings(swarm, context));
        if (!swarm.summary) {
            HM_TRY_ASSIGN(swarm.summary, Paragraph::make("It was not heard of before its deadline."));
        }
        HM_TRY(save(swarm, SwarmState::failed, context));
        closed += 1;
    }
    return closed;
}

Result<Receipt> collect_swarm(const Id& id, const Findings& found, const CommandContext& context) {
    HM_TRY(close_dead_swarms(context));
    HM_TRY_ASSIGN(auto swarm, find<Swarm>(context.connection(), id, context.bad));
    if (!swarm) {
        return fail(ErrorCode::not_found, fmt::format("No swarm {}.", id.text()),
                    "Use an id from `hivemind swarm list`.");
    }
    for (const MemoryText& content : found.findings) {
        Memory memory;
        memory.content = content;
        HM_TRY_ASSIGN(const Receipt kept,
                      keep_memory(std::move(memory), {std::nullopt, swarm->task_id}, "Kept a finding.", context));
        if (kept.id && std::ranges::find(swarm->findings, *kept.id) == swarm->findings.end()) {
            swarm->findings.push_back(*kept.id);
        }
    }
    HM_TRY(add_own_findings(*swarm, context));
    if (found.summary) swarm->summary = found.summary;
    const bool is_over = swarm->state == SwarmState::failed || swarm->state == SwarmState::completed ||
                         swarm->state == SwarmState::cancelled;
    const bool is_interim = !found.has_failed && !found.summary && found.findings.empty() && swarm->findings.empty();
    if (is_interim && !is_over) return Receipt{"It has found nothing yet; it goes on.", swarm->id, swarm->task_id};
    const SwarmState to = found.has_failed ? SwarmState::failed : SwarmState::completed;
    HM_TRY(save(*swarm, is_over ? swarm->state : to, context));
    return Receipt{fmt::format("{} findings are kept as memories; the swarm is {}.", swarm->findings.size(),
                               name_of(swarm->state)),
                   swarm->id, swarm->task_id};
}

std::string research_title(const Id& swarm_id) {
    return fmt::format("{}{}", title_begins, swarm_id.text());
}

Result<void> register_subagent(const Id& parent_session_id, const Id& child_session_id, std::string_view prompt,
                               const CommandContext& context) {
    HM_TRY_ASSIGN(const auto known,
                  swarm_of_child(context.connection(), parent_session_id, child_session_id, context.bad));
    if (known) return {};
    HM_TRY_ASSIGN(auto asked_for, swarm_of_title(prompt, parent_session_id, context));
    if (asked_for) {
        asked_for->child_session_id = child_session_id;
        return save(*asked_for, SwarmState::running, context);
    }
    Swarm swarm;
    HM_TRY(context.begin(swarm));
    swarm.parent_session_id = parent_session_id;
    swarm.child_session_id = child_session_id;
    swarm.deadline_at = context.now + subagent_time;
    HM_TRY_ASSIGN(swarm.prompt, MemoryText::make(prompt.empty() ? "A subagent of the client"
                                                                : shorten(prompt, MemoryText::max_characters)));
    HM_TRY(insert(context.transaction, swarm));
    return save(swarm, SwarmState::running, context);
}

Result<void> end_subagent(const Id& child_session_id, SubagentEnd end, std::string_view answer,
                          const CommandContext& context) {
    HM_TRY_ASSIGN(const auto child, find<Session>(context.connection(), child_session_id, context.bad));
    if (!child || !child->parent_session_id) return {};
    HM_TRY_ASSIGN(auto swarm,
                  swarm_of_child(context.connection(), *child->parent_session_id, child_session_id, context.bad));
    if (!swarm || swarm->state != SwarmState::running) return {};
    HM_TRY(add_own_findings(*swarm, context));
    if (auto summary = Paragraph::make(shorten(answer, Paragraph::max_characters)); summary && !swarm->summary) {
        swarm->summary = std::move(*summary);
    }
    return save(*swarm, end == SubagentEnd::answered ? SwarmState::completed : SwarmState::cancelled, context);
}

// swarm spawn, swarm collect: research that child sessions do beside their parent. The client's adapter starts the real
// sessions; these keep who asked, what for, how long, and what came of it.

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

// swarm: research given to child sessions.

namespace {

Result<void> take_parent(Swarm& swarm, const CommandContext& context) {
    if (!swarm.parent_session_id) swarm.parent_session_id = context.actor.session_id;
    if (!swarm.budget || *swarm.budget > 0) return {};
    return fail(ErrorCode::invalid_input, fmt::format("The budget {} cannot be taken.", *swarm.budget),
                "Give a number of tokens above 0, or none.");
}

}  // namespace

std::vector<Command> swarm_commands() {
    return {
        create_noun<Swarm, take_parent>("swarm create", "Give research to a child session.", "prompt"),
        change_noun<Swarm>("swarm change", "Change a swarm, its state included."),
        remove_noun<Swarm>("swarm remove", "Take a swarm out of use; it stays in the store.", Access::person),
    };
}

}  // namespace hm
