// The file of a session, .hivemind/sessions/<stamp>.md: a view that is appended as things happen and rendered anew when
// the tree changes. It never fails what it tells of: the store has it all. What somebody else changed in the rendered
// part is found by its hash and left as it is.
#pragma once

#include <string>

#include "app/command/command.h"
#include "app/command/workspace.h"
#include "base/text.h"
#include "domain/event.h"
#include "domain/session.h"
#include "domain/settings.h"

namespace hm {

// A line for the event of a hook, when it is one that people look for.
void log_to_session_file(const Event& event, const Session& session, const Settings& settings, Workspace& workspace);

// The session that a command says it is about.
std::optional<Id> session_named(const Receipt& receipt);

// A line for a command that was carried out in a session, and the tree drawn anew when it may have changed.
void log_command(const Event& event, const Receipt& receipt, const Settings& settings, Workspace& workspace);

// A line of its own.
void log_line_of(const Session& session, std::string_view kind, std::string_view text, const Settings& settings,
                 Workspace& workspace);

HM_ENUM(FileRefresh, rendered, left_alone, no_file)

// Renders front matter and tree anew; notes and log stay. A file whose rendered part is not what HiveMind last wrote
// was changed by somebody: it is left alone, and its log says so.
FileRefresh refresh_session_file(const Session& session, const Settings& settings, Workspace& workspace);

// Renders the file a last time and moves it to the archive. Answers its new place, relative to the project; empty when
// there was no file.
Result<std::string> archive_session_file(const Session& session, const Settings& settings, Workspace& workspace);

// Brings the file of a session that is resumed back from the archive.
void unarchive_session_file(const Session& session, Workspace& workspace);

// Which session has which file: the open ones and the newest of the others.
Result<void> write_manifest(Workspace& workspace);

// The clean context plan of a session: what a subagent made of it after a compaction, in a few sentences. It stands
// among the notes of the session's packs for a while, and goes with the next compaction at the latest.

using CleanContextPlan = Text<1, 1200>;

void keep_clean_context(Session& session, const CleanContextPlan& plan);
void drop_clean_context(Session& session);

// Empty when there is none, or when the session has done much since.
std::string clean_context(const Session& session);

}  // namespace hm
