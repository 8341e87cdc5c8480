// The file of a session, .hivemind/sessions/<stamp>.md: a view that is appended as things happen and rendered anew when
// the tree changes. It never fails what it tells of: the store has it all. What somebody else changed in the rendered
// part is found by its hash and left as it is.
#pragma once

#include "app/actor.h"
#include "app/hooks/hook_frame.h"
#include "app/receipt.h"
#include "app/workspace.h"
#include "domain/event.h"
#include "domain/session.h"
#include "domain/settings.h"

namespace hm {

// A line for the event of a hook, when it is one that people look for.
void log_to_session_file(const Event& event, const HookFrame& frame, Workspace& workspace);

// The session whose trail a command belongs to: the one it names, the caller's own, or the one it is about; a person
// has none of their own.
std::optional<Id> session_of_command(std::string_view kind, const Receipt& receipt, const Actor& actor);

// A line for a command that was carried out in a session, and the tree drawn anew when it may have changed.
void log_command(std::string_view kind, const Receipt& receipt, const Actor& actor, const Settings& settings,
                 Workspace& workspace);

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

}  // namespace hm
