// Grant: a person's leave for a path or a class of shell commands, for one task or all, until a time. Only a
// person can give one.
#pragma once

#include "base/fields.h"
#include "domain/node.h"

namespace hm {

// call: one refused call, once, by its print. rule: a rule of the gate for what it objected to.
HM_ENUM(GrantKind, path, shell_class, call, rule)

struct Grant : Node {
    GrantKind kind = GrantKind::path;
    FilePath target;
    std::optional<Id> task_id;
    Time until;
    Word granted_by;
    std::optional<Sentence> reason;
    std::optional<Time> revoked_at;

    static constexpr void fields(auto&& visit) {
        node_fields<Grant>(visit);
        visit(kept("kind", &Grant::kind, "What it is for: a path, a class of shell commands, one call, or a rule."));
        visit(field("target", &Grant::target,
                    "The path (may hold * and **), the class, the call's print, or the rule and what it objected to."));
        visit(field("task_id", &Grant::task_id, "Task it is for; absent: for all."));
        visit(kept("until", &Grant::until, "When it ends."));
        visit(kept("granted_by", &Grant::granted_by, "Who gave it."));
        visit(field("reason", &Grant::reason, "Why it was given."));
        visit(kept("revoked_at", &Grant::revoked_at, "When it was taken back."));
    }
};

// Whether it counts at that moment.
bool is_in_force(const Grant& grant, Time now);

}  // namespace hm
