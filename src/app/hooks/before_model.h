// Before a request to the model: the pack, its record, and a prompt that turns to another task.
#pragma once

#include "app/command/workspace.h"
#include "app/event/agent_event.h"
#include "app/event/hook_frame.h"
#include "app/memory/recall.h"
#include "domain/injection.h"
#include "view/pack_text.h"

namespace hm {

// Before a request goes to the model: the pack that is put in front of it.

// What goes before the model now, in one text or with its checklist beside it, as the client takes it; empty when the
// context has seen all of it. `memo` is that of a process that lives on.
Result<PackText> before_model(const BeforeModel& event, Workspace& workspace, RecallMemo* memo = nullptr);

// What goes before everything that changes, where the client has such a place: the rules and the critical anchors.
// The same bytes every time until a person or an agent changes one of them.
Result<std::string> stable_context(const AgentIdentity& who, Workspace& workspace);

// What an injection leaves: its row with the cost of every section, the text of each section once, the remarks it
// delivered marked as read, and its event. When the store cannot take it in time only the event is kept, in the spool.

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

// When a prompt turns the work elsewhere, the read-head moves before the pack is made, so that the pack follows at
// once. Only the words of a person count, and each prompt counts once.

// A sentence for the agent when the read-head moved; nothing otherwise. A store that is held too long moves nothing.
Result<std::optional<std::string>> follow_intent(std::string_view prompt, HookFrame& frame, Workspace& workspace);

}  // namespace hm
