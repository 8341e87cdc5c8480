// The bus: the one path of every command. Permission → redaction → check of the input → transaction: spool, run, event
// with before-images, rows met that cannot be read → commit → receipt. Bad input never takes the write lock. Queries
// take the short way: decoding and a snapshot, no write.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/catalog.h"
#include "app/command/command.h"
#include "app/command/workspace.h"
#include "app/project/project.h"

namespace hm {

Result<Receipt> execute(const Command& command, const CommandRequest& request, Workspace& workspace);

// The same with another run than the command's own: for one that brings more than its input, such as files.
using RunCommand = std::function<Result<Receipt>(const json::value& input, const CommandContext& context)>;
Result<Receipt> execute_with(const RunCommand& run, const Command& command, const CommandRequest& request,
                             Workspace& workspace);

Result<Answer> ask(const Query& query, const json::value& input, const Actor& actor, Workspace& workspace,
                   std::optional<Duration> patience = std::nullopt);

// Who may do what: some acts change what governs the agents and are a person's alone. Which of them need proof that a
// person asked, and what the trail knows of calls that were open when a process began (docs/adr/0012).

// Refuses an actor whom the access leaves out. `name` is what was asked for: "config set".
Result<void> check_access(std::string_view name, Access access, const Actor& actor);

// A call of an agent that can run programs, and that the gate let through.
struct ProgramCall {
    Id event_id;
    Time began_at;
    std::optional<Time> ended_at;  // as far as the trail tells
    std::string what;              // "Bash `make x`"
    std::string client;            // its process, as base/process.h spells it; may be ""
    std::filesystem::path project;
};

// The calls of this user's agents, as the trails of the projects have them: of the one that is acted on and of those
// that the state folder knows (store/files/trust.h), the newest 64. A project that is gone or cannot be read tells
// nothing.
class ProgramCalls {
public:
    // `project` may be null. `since` is when the machine started: no call of before is open.
    ProgramCalls(Project* project, Time since, Clock& clock, IdSource& ids);

    // The first call that was open when something began at that time; nothing when none was. A call that no end is
    // known of is open until its session goes on, and for a day at most. A fifth of a second is allowed for between the
    // clocks on both sides.
    Result<std::optional<ProgramCall>> open_at(Time began);
    // Whether the process asked the gate about a call, for an agent.
    bool was_client(const std::string& process) const { return clients_.contains(process); }

private:
    void take(Project& project);

    std::vector<Project> others_;
    std::vector<Project*> projects_;
    std::set<std::string> clients_;
    Time since_;
};

// That something was asked for by a process whose chain began during a call: `confirmed` by the word that was shown, or
// refused.
HM_ENUM(ChainOutcome, confirmed, refused)
Event chain_event(ChainOutcome outcome, std::string_view summary, json::object facts, Time now, IdSource& ids);

// Appends it to the trail, unless it is there.
Result<void> keep_chain_event(const Event& event, Workspace& workspace);

// Rows that a command met and could not read go to quarantine in the same transaction, with an event that names them.
// A row that others name stays where it is: `hivemind doctor --fix` knows what to do with those.

Result<void> set_bad_rows_aside(const CommandContext& context);

// What a command needs that is not in the store and may take a while, such as git's history: gathered before the bus
// asks for the store's write lock, so that nobody waits for it.
//
// To add one: its command's name and what makes its run, in the list of bus.cc.

// The command's own run, or the one that has with it what it needs.
RunCommand run_with_all(const Command& command, const CommandRequest& request, const Workspace& workspace);

// At the end of a turn: records that the store could not take in time are taken in from the spool, so that they do not
// wait for the next command of somebody. What cannot be taken in now waits on.

// REQUIRES: the connection's deadline is set.
void take_in_waiting(Workspace& workspace);

}  // namespace hm
