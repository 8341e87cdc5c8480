// Comment: a remark on any record. What a person writes reaches the agent with its next pack.
#pragma once

#include "domain/node.h"

namespace hm {

struct Comment : Node {
    Id on_id;
    Paragraph text;
    Word author;
    std::optional<Time> read_at;

    static constexpr void fields(auto&& visit) {
        node_fields<Comment>(visit);
        visit(field("on_id", &Comment::on_id, "Record it is about."));
        visit(field("text", &Comment::text, "The remark."));
        visit(kept("author", &Comment::author, "Who wrote it: a person, or an agent's role."));
        visit(kept("read_at", &Comment::read_at, "When an agent was shown it."));
    }
};

}  // namespace hm
