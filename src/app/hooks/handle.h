// The door of every event: whatever a client tells of comes in here, and which hooks run for it, in which order, is
// decided here and nowhere else. Adapters translate: a client's words to an AgentEvent, a HookReply to the client's
// words. What differs between clients is a row of data (ClientTraits), never a name.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/event/agent_event.h"
#include "app/hooks/after_tool.h"
#include "app/hooks/before_model.h"
#include "app/hooks/prune_outputs.h"
#include "app/hooks/resume_turn.h"
#include "app/hooks/session_events.h"
#include "app/memory/recall.h"
#include "app/project/project.h"
#include "base/fields.h"
#include "base/result.h"
#include "engine/gate/facts.h"
#include "engine/pack/delivery.h"

namespace hm {
// Looks at the tree, at git and at old records that an event gives reason to, which take as long as the disk and other
// processes let them. All of it is derived: what is lost is made up for by the next look of its kind.
HM_ENUM(FollowUpKind, call, began, rests, ended)

struct FollowUp {
    FollowUpKind kind = FollowUpKind::call;
    AgentIdentity who;
    LeftByCall left = {};  // of a call
};

// What fails in it fails alone.
void do_follow_up(const FollowUp& work, const std::filesystem::path& directory, Workspace& workspace);

// What a process that lives on keeps from one event to the next. Bounded, and nothing of it is needed for a right
// answer.
struct HookMemory {
    RecallMemo memo;
    PruneMemory pruned;
    // Sessions whose beginning found nothing to warn of. What aged is found by the look behind the beginning, and is
    // told with the first prompt.
    std::set<std::string, std::less<>> unwarned;
    // What the events so far leave to be done behind their answers. Whoever gave the event takes them out.
    std::vector<FollowUp> follow_ups;
};

struct HookContext {
    ClientTraits client;
    const std::filesystem::path& directory;  // that the client's relative paths start from
    Project& project;
    // Of a process that lives on; null in one that ends with the event, which does the follow-ups itself.
    HookMemory* memory = nullptr;
};

// What came of an event; each client has words for a part of it.
struct HookReply {
    std::string refusal;                // why the call, or the end of the turn, is refused; empty: it may happen
    std::string context;                // for the model
    std::string notice;                 // for the person
    Outcome outcome = Outcome::allow;   // of a call, and what follows:
    std::string headline;               // a refusal in a line, for the person
    std::string ticket;                 // that one of our own tools finds its caller by (app/hooks/ticket.h)
    std::vector<std::string> paths;     // the call's paths with "." and ".." taken out, in the given order
    std::string checklist;              // of a request: what to check before stopping, where it has a place of its own
    std::vector<PlacedText> placed;     // of a request: what stands behind its messages and results, in order
    std::vector<std::string> left_out;  // of a request: the calls whose outputs are left out of it, in order
    std::string summary_prompt;         // of a compaction: in place of the client's own prompt; empty: that one holds
    // For a client that takes orders:
    SessionWarnings warnings;       // of a session's start, and of its first prompt
    bool stops_session = false;     // of a refused call: the work was taken back from the subagent that made it
    std::optional<SplitDue> split;  // of a rest: the session goes on in a fresh one
};

Result<HookReply> handle(const AgentEvent& event, const HookContext& context);

}  // namespace hm
