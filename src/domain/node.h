// Node: what every kept record has. Ids name it, the stamp lets people grep for it, the times order it.
// A record that was deleted is archived: it keeps its row and leaves every list.
#pragma once

#include <optional>

#include "base/fields.h"
#include "base/id.h"
#include "base/time.h"
#include "domain/texts.h"

namespace hm {

struct Node {
    Id id;
    StampText stamp;
    Time created_at;
    Time modified_at;
    std::optional<Time> archived_at;
};

template <class Record>
constexpr void node_fields(auto&& visit) {
    visit(kept<Record>("id", static_cast<Id Record::*>(&Node::id), "Its id."));
    visit(kept<Record>("stamp", static_cast<StampText Record::*>(&Node::stamp), "Minute it was made, for grep."));
    visit(kept<Record>("created_at", static_cast<Time Record::*>(&Node::created_at), "When it was made."));
    visit(kept<Record>("modified_at", static_cast<Time Record::*>(&Node::modified_at), "When it last changed."));
    visit(kept<Record>("archived_at", static_cast<std::optional<Time> Record::*>(&Node::archived_at),
                       "When it was taken out of use; absent while it is in use."));
}

}  // namespace hm
