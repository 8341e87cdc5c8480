// How a person lets a call through: approve, override, pause, grant.
#include <fmt/format.h>

#include "app/command/catalog.h"
#include "app/gate/trial.h"
#include "app/session/read_head.h"
#include "app/work/task.h"
#include "domain/grant.h"
#include "domain/role.h"
#include "engine/gate/facts_of.h"
#include "store/files/files.h"
#include "store/queries/settings.h"

namespace hm {

// approve: a call that was refused may be made once, by the session that was refused, within a time.

namespace {

constexpr Duration longest_approval = hours(24);

struct Approve {
    Text<1, 60> event;
    std::optional<Duration> length;
    std::optional<Sentence> reason;

    static constexpr void fields(auto&& visit) {
        visit(field("event", &Approve::event, "The refusal: its place in the trail, or its id."));
        visit(field("for", &Approve::length, "How long the call may wait, at most 24h; 15m when left out."));
        visit(same_as(&Grant::reason, &Approve::reason));
    }
};

Result<Receipt> run(const Approve& input, const CommandContext& context) {
    const Duration length = input.length.value_or(minutes(15));
    if (length.ms <= 0 || length > longest_approval) {
        return fail(ErrorCode::invalid_input, fmt::format("An approval for {}.", to_text(length)),
                    "Approve for more than nothing and at most 24h.");
    }
    HM_TRY_ASSIGN(const RecordedDecision refusal,
                  require_refusal(context.connection(), input.event.view(), "approve", context.bad));
    Grant grant;
    HM_TRY(context.begin(grant));
    grant.kind = GrantKind::call;
    HM_TRY_ASSIGN(grant.target, FilePath::make(std::string(text_member(refusal.event.facts, "call"))));
    grant.until = context.now + length;
    grant.reason = input.reason;
    HM_TRY_ASSIGN(grant.granted_by, Word::make(actor_name(context.actor)));
    HM_TRY(insert(context.transaction, grant));
    return Receipt{fmt::format("The call of event {} ({} {}) may be made once, within {}.", refusal.event.seq,
                               refusal.facts.tool, refusal.verdict.subject, to_text(length)),
                   grant.id, refusal.event.task_id};
}

}  // namespace

Command approve() {
    return loosening(make_command<Approve, run>(
        "approve", "Let a refused call be made once, by the session that was refused.", "event", Access::person));
}

// override: a rule is lifted for what it objected to, for a time; for the task of the refused call when it had one.

namespace {

constexpr Duration longest_override = hours(24 * 30);

struct OverrideRule {
    Text<1, 60> event;
    Sentence reason;
    std::optional<Duration> length;

    static constexpr void fields(auto&& visit) {
        visit(field("event", &OverrideRule::event, "The refusal: its place in the trail, or its id."));
        visit(field("reason", &OverrideRule::reason, "Why."));
        visit(field("for", &OverrideRule::length, "How long it holds, at most 30 days; 1h when left out."));
    }
};

Result<Receipt> run(const OverrideRule& input, const CommandContext& context) {
    const Duration length = input.length.value_or(hours(1));
    if (length.ms <= 0 || length > longest_override) {
        return fail(ErrorCode::invalid_input, fmt::format("An override for {}.", to_text(length)),
                    "Give it for more than nothing and at most 30 days.");
    }
    HM_TRY_ASSIGN(const RecordedDecision refusal,
                  require_refusal(context.connection(), input.event.view(), "override", context.bad));
    Grant grant;
    HM_TRY(context.begin(grant));
    grant.kind = GrantKind::rule;
    HM_TRY_ASSIGN(grant.target, FilePath::make(lifted_target(refusal.verdict.rule, refusal.verdict.subject)));
    grant.task_id = refusal.event.task_id;
    grant.until = context.now + length;
    grant.reason = input.reason;
    HM_TRY_ASSIGN(grant.granted_by, Word::make(actor_name(context.actor)));
    HM_TRY(insert(context.transaction, grant));
    return Receipt{fmt::format("The rule {} is lifted for {}{} for {}.", name_of(refusal.verdict.rule),
                               refusal.verdict.subject, grant.task_id ? " under its task" : "", to_text(length)),
                   grant.id, grant.task_id};
}

}  // namespace

Command override_rule() {
    return loosening(make_command<OverrideRule, run>(
        "override", "Lift a rule for a time, for what it objected to in a refusal.", "event", Access::person));
}

// pause: for a while the gate only records. For a person who must get work through; recorded, shown in the
// status, and told to the agents.

namespace {

constexpr Duration longest_pause = hours(24);

struct Pause {
    Duration duration;
    Sentence reason;

    static constexpr void fields(auto&& visit) {
        visit(field("for", &Pause::duration, "How long, at most 24h; 0s ends a pause."));
        visit(field("reason", &Pause::reason, "Why."));
    }
};

Result<Receipt> run(const Pause& input, const CommandContext& context) {
    if (input.duration > longest_pause) {
        return fail(ErrorCode::invalid_input, fmt::format("A pause of {}.", to_text(input.duration)),
                    "Pause for at most 24h; pause again when it must be longer.");
    }
    const Time until = context.now + input.duration;
    HM_TRY(save_setting(context.transaction, "paused_until", encode(until)));
    HM_TRY(save_setting(context.transaction, "pause_reason", encode(input.reason)));
    if (input.duration.ms == 0) return Receipt{"The gate is no longer paused.", std::nullopt, std::nullopt};
    return Receipt{fmt::format("The gate only records until {}: {}", to_iso(until), input.reason.view()), std::nullopt,
                   std::nullopt};
}

}  // namespace

Command pause() {
    return loosening(
        make_command<Pause, run>("pause", "Let the gate only record for a while.", "for reason", Access::person),
        [](const json::object& input, const Settings&) {
            const auto duration = parse_duration(text_member(input, "for"));
            return !duration || duration->ms != 0;
        });
}

// grant: a person's leave for a path or a class of shell commands, for a time.

namespace {

constexpr Duration longest_grant = hours(24 * 30);

struct GiveGrant {
    FilePath target;
    std::optional<Id> task;
    std::optional<Duration> length;
    std::optional<Sentence> reason;

    static constexpr void fields(auto&& visit) {
        visit(same_as(&Grant::target, &GiveGrant::target));
        visit(field("task", &GiveGrant::task, "Task it is for; left out: for all."));
        visit(field("for", &GiveGrant::length, "How long it holds, at most 30 days; 30m when left out."));
        visit(same_as(&Grant::reason, &GiveGrant::reason));
    }
};

Result<Receipt> run(const GiveGrant& input, const CommandContext& context) {
    const Duration length = input.length.value_or(minutes(30));
    if (length.ms <= 0 || length > longest_grant) {
        return fail(ErrorCode::invalid_input, fmt::format("A grant of {} cannot be given.", to_text(length)),
                    "Give it for more than nothing and at most 30 days.");
    }
    if (input.task) HM_TRY(require_task(context.connection(), *input.task, context.bad));
    Grant grant;
    HM_TRY(context.begin(grant));
    grant.target = input.target;
    grant.kind = enum_named<ShellClass>(input.target.view()) ? GrantKind::shell_class : GrantKind::path;
    // As the gate sees the file, however the person has spelt it.
    if (grant.kind == GrantKind::path) {
        const std::filesystem::path& root = context.paths.root;
        HM_TRY_ASSIGN(grant.target, FilePath::make(resolve_pattern(root, input.target.view())));
    }
    grant.task_id = input.task;
    grant.until = context.now + length;
    grant.reason = input.reason;
    HM_TRY_ASSIGN(grant.granted_by, Word::make(actor_name(context.actor)));
    HM_TRY(insert(context.transaction, grant));
    const std::string_view what = grant.kind == GrantKind::path ? "the path" : "shell commands of the class";
    return Receipt{fmt::format("Granted {} {} for {}.", what, grant.target.view(), to_text(length)), grant.id,
                   grant.task_id};
}

}  // namespace

Command give_grant() {
    return loosening(make_command<GiveGrant, run>(
        "grant", "Allow a protected path or a class of shell commands for a time.", "target", Access::person));
}

// grant revoke: takes a grant back before its time.

namespace {

struct RevokeGrant {
    Id id;
    static constexpr void fields(auto&& visit) { visit(field("id", &RevokeGrant::id, "The grant to take back.")); }
};

Result<Receipt> run(const RevokeGrant& input, const CommandContext& context) {
    HM_TRY_ASSIGN(std::optional<Grant> grant, find<Grant>(context.connection(), input.id, context.bad));
    if (!grant) {
        return fail(ErrorCode::not_found, fmt::format("No grant {}.", input.id.text()),
                    "Use an id from `hivemind grant list`.");
    }
    if (!is_in_force(*grant, context.now)) return Receipt{"The grant had already ended.", grant->id, grant->task_id};
    grant->revoked_at = context.now;
    grant->modified_at = context.now;
    HM_TRY(update(context.transaction, *grant));
    return Receipt{fmt::format("Took back the grant for {}.", grant->target.view()), grant->id, grant->task_id};
}

}  // namespace

Command revoke_grant() {
    return make_command<RevokeGrant, run>("grant revoke", "Take a grant back before its time.", "id", Access::person);
}

}  // namespace hm
