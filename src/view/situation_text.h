// Where things stand, as text: for a resumed, split or compacted session.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/anchor.h"
#include "domain/checkpoint.h"
#include "domain/decision.h"
#include "domain/delegation.h"
#include "domain/event.h"
#include "domain/knowledge.h"
#include "domain/memory.h"
#include "domain/session.h"
#include "domain/signal.h"
#include "engine/session/context.h"
#include "engine/session/tree.h"
#include "view/hand_over_text.h"

namespace hm {

// Where things stand, in words: ten lines for whoever comes back, and the block that goes into a compaction. Nothing
// of it is taken from an earlier summary; everything is from the store.

struct Situation {
    std::optional<Session> session;
    TreeFacts facts;
    SessionTree tree;
    std::vector<Task> in_hand;
    std::vector<LeftWork> left;  // begun by sessions that are not there any more
    std::vector<Task> next;      // planned, in the plan's order
    std::size_t done = 0;        // tasks of the plan that are completed
    std::size_t all = 0;
    std::vector<Checkpoint> checkpoints;       // newest first
    std::vector<TurningPoint> turning_points;  // newest first
    std::vector<Event> turns;                  // of the session: what changed direction, newest first
    std::vector<Decision> decisions;           // resolved, newest first
    std::vector<Memory> false_paths;           // newest first
    std::vector<Delegation> delegations;       // open
    std::vector<Knowledge> knowledge;          // surest first
    std::vector<Anchor> critical_anchors;
    std::vector<std::string> working_commands;  // tests and builds that passed, the latest first
    std::vector<Signal> signals;
    std::optional<Time> last_activity_at;
    Time now;
};

// At most ten lines.
std::string resume_text(const Situation& situation);
json::object resume_json(const Situation& situation);

// For the prompt of a compaction. At most `characters`; critical anchors and the rules are never left out.
// `only_essentials` when earlier compactions freed too little.
HM_ENUM(BlockSize, full, only_essentials)
std::string compaction_text(const Situation& situation, std::size_t characters, BlockSize size);

// What the next compaction shall keep and what not, made from what is known; at most 2000 characters.
std::string next_report_text(const Situation& situation);

// Whether a report was made so, and not written by an agent or a person. It is made anew each time, never carried on.
bool is_made_report(std::string_view report);

// One line for a short prompt: what it goes on with.
std::string flow_text(const Task& task);

// What the first request after a compaction asks for.
std::string purification_text(const Situation& situation);
// The plan that came of it.
std::string clean_context_text(std::string_view plan);

// What a fresh session opens with when another was split: the state, and the last messages as they were.

std::string split_text(const Session& session, std::string_view pack, const std::vector<SplitMessage>& messages);

// The whole prompt of a compaction where a person wrote their own: what they wrote, the summary before this one, and
// our block. A client that takes a prompt of ours adds neither of the two itself, and what it leaves out is forgotten.

std::string compaction_prompt_text(std::string_view own, std::string_view prior_summary, std::string_view block);

// What stands in its place where nobody wrote one: how to summarise, and the report that the last compaction left.
std::string usual_compaction_prompt(std::string_view report);

}  // namespace hm
