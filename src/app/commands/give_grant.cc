// grant: a person's leave for a path or a class of shell commands, for a time.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/graph/load_completion.h"
#include "app/task_in_hand.h"
#include "domain/grant.h"
#include "domain/shell_class.h"
#include "store/files.h"

namespace hm {
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
        const std::filesystem::path root = project_root(context.connection());
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
    return make_command<GiveGrant, run>("grant", "Allow a protected path or a class of shell commands for a time.",
                                        "target", Access::person);
}

}  // namespace hm
