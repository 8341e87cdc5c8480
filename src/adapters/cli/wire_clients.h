// Wiring clients to a project from the command line: init, uninstall, and what doctor finds out about them.
#pragma once

#include <string_view>
#include <vector>

#include "adapters/cli/environment.h"
#include "adapters/wiring/client_wiring.h"
#include "app/care/doctor.h"
#include "app/command/workspace.h"
#include "app/project/project.h"
#include "base/fields.h"

namespace hm::cli {

// The clients by the names that people type. A hyphen cannot stand in an enumerator, so these lists are written out.

// Clients that start a process for each event.
enum class HookClient { claude_code, codex, gemini };
constexpr std::string_view enum_list(HookClient*) {
    return "claude-code, codex, gemini";
}

// What init and uninstall wire; all means those that are found on this machine.
enum class WiredClient { opencode, claude_code, codex, gemini, all };
constexpr std::string_view enum_list(WiredClient*) {
    return "opencode, claude-code, codex, gemini, all";
}

// Wires clients to a project or to a person's own settings, and takes that back. Every change is shown and asked for
// first.

HM_ENUM(WiringAct, wire, unwire)

struct WireRequest {
    WiringAct act = WiringAct::wire;
    WiredClient client = WiredClient::all;
    WiringLevel level = WiringLevel::project;
    std::filesystem::path root;  // of the project
    FailMode fail = FailMode::open;
    bool yes = false;
    bool dry_run = false;
};

// The exit code.
Result<int> wire_clients(const WireRequest& request, Report& report, Environment& environment);

// Where a client is wired, at this level.
Result<WiringPlace> wiring_place(const WireRequest& request, const Environment& environment);

// Writes Claude Code's plugin into a folder.
Result<int> write_claude_plugin(const std::filesystem::path& folder, const WireRequest& request, Report& report,
                                Environment& environment);

// After something changed that is part of how clients are wired (a setting, the project's place, the program): the
// wiring of those that are wired here follows it, and what changes in their files is shown. To wire a client at all is
// `init
// --client`'s, and asked for there.

// After a changed setting, which holds whatever comes of it; a client that could not be wired again is named.
void rewire_clients(Project& project, Report& report, Environment& environment);

struct Consent {
    bool yes = false;
    bool dry_run = false;
};

// The same on a person's wish, asked for first. The exit code.
Result<int> mend_wiring(Project& project, Consent consent, Report& report, Environment& environment);

// What this program itself changes in the files of a project, such as a client's settings, is no change of others: the
// view of the tree is taken anew behind it.

// Before: what others changed until now is kept in the trail.
void record_changes_so_far(Workspace& workspace);

// Behind everything that was written.
void watch_from_here(Workspace& workspace);

// What the doctor says about the clients: wired or not, whether the client itself has run a hook since (the trail
// says), whether something in its settings keeps it from that, whether the wired command works, what becomes of a call
// when it fails, and which holes are the client's own. That a command works when the doctor starts it is no sign that
// the client starts it, and is never told as one.

// Of all clients, or of the one that is named: that one is also tried out itself where it can be, which takes a while.
Result<std::vector<Finding>> client_findings(Project& project, std::string_view only, const Environment& environment);

}  // namespace hm::cli
