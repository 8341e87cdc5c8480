// Before a request to the model: the pack, its record, and a prompt that turns to another task.
#pragma once

#include <set>

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

// What goes before everything else, where the client has such a place: the rules. The same bytes with every request of
// a session.
Result<std::string> rules_text(const AgentIdentity& who, Workspace& workspace);

// Ends a part of a placed text, where the client takes it in parts.
inline constexpr char part_end = '\x1e';

// All that an injection puts behind a place.
std::string placed_text(const BeforeModel& event, const PackText& pack);

struct PlacedText {
    std::string place;
    std::string text;
};

// What earlier requests put behind places that this one still holds, so that it is put there again, byte for byte.
struct StandingTexts {
    std::vector<PlacedText> texts;                 // in the order in which they were said
    std::optional<SeenSections> seen;              // by that; nothing when no whole pack is among them
    std::vector<std::string> injections;           // that said it
    std::set<std::string, std::less<>> looked_at;  // places for which it was decided what stands there, if anything
};

Result<StandingTexts> what_stands(const AgentIdentity& who, const HeldPlaces& held, Workspace& workspace);

// The same where nothing tells what the conversation still holds: all of it is taken to be there.
Result<StandingTexts> what_was_said(const AgentIdentity& who, Workspace& workspace);

// Equal while the same tasks are in hand, in the same state.
std::string tasks_print(const std::vector<Task>& tasks);

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
    std::string placed;              // all of it, where it is put again with every request
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
