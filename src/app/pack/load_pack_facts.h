// The facts that a pack is compiled from, and the parts of them that other texts show.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/command/workspace.h"
#include "app/memory/recall.h"
#include "app/session/read_head.h"
#include "domain/session.h"
#include "domain/settings.h"
#include "engine/pack/delivery.h"
#include "engine/pack/facts.h"
#include "engine/session/context.h"
#include "store/records/records.h"
#include "view/pack_text.h"

namespace hm {

// Gathers what a pack is made from. Reads only, a bounded number of rows whatever the store holds.

struct PackAsk {
    std::optional<Session> session;  // without one the pack is what a new session would get
    std::string prompt = {};         // what the person said last; a pack of ours in it counts as nothing
    std::size_t budget = 15'000;     // characters of all that is injected
    std::size_t before = 0;          // of these, what goes before the pack
    std::size_t usual = 0;           // what was only found by recall ends here; 0: at the budget
    RecallMemo* memo = nullptr;      // of a process that lives on
    std::string role = {};           // that a new session would have; solo when empty
};

Result<PackFacts> load_pack_facts(const PackAsk& ask, const Settings& settings, Workspace& workspace, BadRows& bad);

// How a client is told, and how much of it: the same for what is put before the model and for what `hivemind pack`
// shows of it.

struct PackTerms {
    ClientTraits client;
    std::size_t budget = 0;
    std::string rules = {};  // go before the pack, where the client has a place for them
};

// `characters` are the setting, or what was asked for instead of it.
PackTerms pack_terms(const ClientTraits& client, const Settings& settings, std::int64_t characters,
                     const std::optional<std::int64_t>& context_window);

PackAsk ask_for(const PackTerms& terms, std::optional<Session> session, std::string prompt);

// The pack as the client takes it: all of it in one text, or the rules apart.
struct PackParts {
    std::string stable = {};
    PackText text;
};
PackParts pack_parts(const PackTerms& terms, const PackText& whole, const Pack& pack, const PackFacts& facts);

// The parts of load_pack_facts that know how memories, anchors and entries become candidates.

// Memories by the task they were learnt in, by what the prompt asks, by what was learnt beside the read-head, and the
// newest few; entries and anchors that answer the prompt come along.
Result<void> add_memories(const PackAsk& ask, const LoadedReadHead& head, Connection& connection, PackFacts& facts,
                          BadRows& bad);

// REQUIRES: the tasks and what is beside them are in the facts.
Result<void> add_anchors(Connection& connection, const LoadedReadHead& head, PackFacts& facts, BadRows& bad);
Result<void> add_decisions(Connection& connection, PackFacts& facts, BadRows& bad);
Result<void> add_knowledge(Connection& connection, const LoadedReadHead& head, PackFacts& facts, BadRows& bad);

// What was handed to a subagent: said with its every request until it is done or taken back, so that no summary and no
// fresh turn can lose it.

// What the session works under; else what waits for its role, handed over by a session above it, at most three. None
// for a main agent.
Result<std::vector<std::string>> load_delegation_notes(const Session& session, Workspace& workspace, BadRows& bad);

// What a person did with a lever, for the agent to be told with its next pack: what is allowed now, and which tasks
// were released, reassigned or reopened since the session was last told anything. Reads only.

Result<std::vector<std::string>> load_lever_notes(const std::optional<Id>& session_id, Workspace& workspace,
                                                  BadRows& bad);

// What the files that tasks in hand hold declare, from the code map. A bonus: without a map, or when it is held by
// another, there is nothing, and the pack goes out without it.

// At most three files. One that changed since it was mapped is read again.
std::vector<LockedFile> load_locked_code(const std::vector<TaskAtHead>& tasks, Workspace& workspace);

// What the session gave away, or what was given away of its plan: who has it and where it stands.
Result<std::optional<std::string>> load_delegated_note(const Session& session, const Settings& settings,
                                                       Workspace& workspace, BadRows& bad);

// What sessions that are not there any more left behind, for a main session that has nothing in hand.
Result<std::optional<std::string>> load_left_work_note(const Session& session, const Settings& settings,
                                                       Workspace& workspace, BadRows& bad);

// What a session is told with its pack beside its state: its signals, and after a compaction what to do first.

// Adds at most seven notes: a broken chain, the call for purification until it was answered, the plan that came of a
// purification, where the session before was or how to begin in a project without one, and three signals, worst first.
Result<void> add_session_notes(const Session& session, const Settings& settings, Workspace& workspace,
                               std::vector<std::string>& notes, BadRows& bad);

// What a session that is split hands over: the pack and the last messages, as turn 0 of the fresh one.

struct SplitPackage {
    std::string shown_path;  // of its file, relative to the project
    std::string text;        // turn 0 of the fresh session
};

Result<SplitPackage> write_split_package(const Session& session, const std::vector<SplitMessage>& messages,
                                         Workspace& workspace);

// From now on it is not asked to be split again.
Result<void> mark_split(const Session& session, const CommandContext& context);

// The fresh session and the old one name each other, and the fresh one has the old one's read-head and tasks.
Result<void> link_split(const Session& old_session, const Session& fresh, Workspace& workspace);

}  // namespace hm
