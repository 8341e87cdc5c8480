// What an injection leaves: its row with the cost of every section, the text of each section once, the remarks it
// delivered marked as read, and its event. When the store cannot take it in time only the event is kept, in the spool.
#pragma once

#include "app/hooks/hook_frame.h"
#include "domain/injection.h"
#include "view/pack_text.h"

namespace hm {

// Text that went out with a pack and is not part of it, under the name that its cost is booked by.
struct BookedText {
    std::string name;
    std::string text;
    std::vector<Id> ids = {};  // of the records it shows
    bool is_stable = false;    // the same from request to request
};

struct ToKeep {
    const PackText& text;            // what went out
    const PackFacts& facts;          // what it was made from
    Injection injection;             // with what only the hook knows; the rest is filled in
    std::vector<BookedText> before;  // what went out in front of it
};

// The row of an injection: everything but its id, stamp and times.
Injection describe_injection(const ToKeep& kept);

Result<void> keep_injection(const ToKeep& kept, HookFrame& frame, Workspace& workspace);

// Under which a section's text is kept.
std::int64_t text_hash(std::string_view text);

}  // namespace hm
