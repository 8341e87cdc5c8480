// Memory: something learnt that should be known again. A false path is one that failed, kept with its
// reason so that nobody walks it twice.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(MemoryKind, insight, false_path)
HM_ENUM(Standing, observed, verified, superseded, rejected)
HM_ENUM(Trust, user, agent, tool, external)

struct Memory : Node {
    std::optional<Id> origin_task_id;
    std::optional<Id> session_id;
    Word shelf;
    MemoryText content;
    std::optional<Paragraph> reason;
    MemoryKind kind = MemoryKind::insight;
    Standing standing = Standing::observed;
    Trust trust = Trust::agent;
    std::vector<Sentence> evidence;
    std::vector<Tag> tags;
    std::optional<Time> stale_at;
    std::optional<Time> validated_at;
    double relevance = 1.0;
    std::optional<Id> supersedes;

    static constexpr void fields(auto&& visit) {
        node_fields<Memory>(visit);
        visit(field("origin_task_id", &Memory::origin_task_id, "Task it was learnt in."));
        visit(kept("session_id", &Memory::session_id, "Session it was learnt in."));
        visit(field("shelf", &Memory::shelf, "Where it is filed, in one word."));
        visit(field("content", &Memory::content, "What was learnt."));
        visit(field("reason", &Memory::reason, "Why a false path failed."));
        visit(field("kind", &Memory::kind, "An insight, or a false path."));
        visit(kept("standing", &Memory::standing, "How far it can be relied on."));
        visit(kept("trust", &Memory::trust, "Where it came from."));
        visit(field("evidence", &Memory::evidence, "What shows it."));
        visit(field("tags", &Memory::tags, "Words to find it by."));
        visit(kept("stale_at", &Memory::stale_at, "When it stops being fresh; absent: it does not age."));
        visit(kept("validated_at", &Memory::validated_at, "When somebody last said that it still holds."));
        visit(field("relevance", &Memory::relevance, "Its weight among others, 0 to 1."));
        visit(kept("supersedes", &Memory::supersedes, "The memory it replaces."));
    }
};

// The moment a new memory stops being fresh. Verified entries and false paths do not age.
std::optional<Time> stale_at_for(const Memory& memory, Duration fresh_for);

// How the standing of a memory may change. What was rejected or superseded stays in the store as such.

template <>
struct LifecycleOf<Memory> {
    using enum Standing;
    static constexpr std::string_view noun = "Memory";
    static constexpr auto member = &Memory::standing;
    static constexpr std::array first{observed, verified, rejected};
    static constexpr std::array<Transition<Standing>, 6> table{{
        {observed, verified},
        {observed, superseded},
        {observed, rejected},
        {verified, superseded},
        {verified, rejected},
        {rejected, observed},  // taken back
    }};
    static void settle(Memory& memory, Time now) {
        if (memory.standing == Standing::verified) {
            memory.validated_at = now;
            memory.stale_at.reset();
        }
    }
};

// Shelves: where memories are filed, in one word.

// Where a memory is filed when nobody says where.
inline constexpr std::string_view usual_shelf = "project";

// Which new memories a person wants to accept before they are put before a model.

// untrusted: what came from tools or from outside; agents: that and what agents say by themselves.
HM_ENUM(ReviewMode, none, untrusted, agents)

}  // namespace hm
