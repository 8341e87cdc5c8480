// Anchor: a short fact pinned under a key. Saving under a key again makes a new version; the old one is
// archived. Critical anchors are never left out of a pack.
#pragma once

#include <vector>

#include "base/fields.h"
#include "domain/node.h"

namespace hm {

HM_ENUM(AnchorKind, decision, context, checkpoint, attention)
HM_ENUM(AnchorPriority, critical, high, medium, low)

struct AnchorSource {
    std::optional<FilePath> file;
    std::optional<std::int64_t> line;
    std::optional<Id> task_id;
    static constexpr void fields(auto&& visit) {
        visit(field("file", &AnchorSource::file, "File it speaks of."));
        visit(field("line", &AnchorSource::line, "Line in that file."));
        visit(field("task_id", &AnchorSource::task_id, "Task it came from."));
    }
};

struct Anchor : Node {
    AnchorKey key;
    AnchorValue value;
    AnchorKind kind = AnchorKind::context;
    AnchorPriority priority = AnchorPriority::medium;
    AnchorSource source;
    std::optional<Id> session_id;
    std::optional<StampText> session_stamp;
    std::int64_t version = 1;
    std::vector<Id> related_to;
    std::optional<Time> stale_since;
    std::optional<Time> validated_at;
    std::optional<Time> purged_at;

    static constexpr void fields(auto&& visit) {
        node_fields<Anchor>(visit);
        visit(field("key", &Anchor::key, "The name it is pinned under."));
        visit(field("value", &Anchor::value, "The fact."));
        visit(field("kind", &Anchor::kind, "What sort of fact it is."));
        visit(field("priority", &Anchor::priority, "How much it matters; critical is always shown."));
        visit(field("source", &Anchor::source, "Where it comes from."));
        visit(kept("session_id", &Anchor::session_id, "Session that pinned it."));
        visit(kept("session_stamp", &Anchor::session_stamp, "Stamp of that session, for grep."));
        visit(kept("version", &Anchor::version, "1 for the first value under the key, then one more each time."));
        visit(field("related_to", &Anchor::related_to, "Anchors that belong with it."));
        visit(kept("stale_since", &Anchor::stale_since, "When its source changed."));
        visit(kept("validated_at", &Anchor::validated_at, "When somebody last said that it still holds."));
        visit(kept("purged_at", &Anchor::purged_at, "When it left the context."));
    }
};

}  // namespace hm
