// What would be lost for good if a place, a file, its content or its changes were removed. Nothing may go because of
// its name alone. Nothing is lost of
//   - what git can bring back: known to it, and as it is in the last commit;
//   - what recorded calls of this session, of those above it or below them have made or changed;
//   - what git ignores and is output: a folder of the place, of those between it and the pattern that git ignores, or
//     of what lies in it, has a name that only tools give (node_modules), or git ignores a folder with a usual name of
//     outputs (artifacts) as a whole; or a recorded build or installation has made it;
//   - files that only tools write and write again: a.pyc, package-lock.json;
//   - below no repository: a folder with a name that only tools give, beside a manifest (node_modules, package.json).
// The rest is a person's: what is not committed, what git does not know, other ignored files (data/dev.sqlite, .env),
// what another repository holds, and what could not be looked through in time.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "domain/held_file.h"
#include "engine/gate/facts.h"

namespace hm {

struct TimeSpan {
    Time begin;
    Time end;
};

// A call that named a file which was there before.
struct RecordedChange {
    std::string path;  // absolute
    Time before;       // when the file had last been changed by then
    TimeSpan call;
};

// What calls of the session and its relatives are on record for.
struct RecordedWork {
    std::vector<TimeSpan> calls;   // while a call ran that may write
    std::vector<TimeSpan> builds;  // while a build or an installation ran
    std::vector<std::string>
        created;  // absolute: files and folders that were not there before the call that wrote them
    std::vector<RecordedChange> changes = {};  // in the order in which the calls began
};

// A place as the command names it, resolved.
struct RemovedPlace {
    std::string path;   // absolute
    std::string shown;  // as it is told
    RemovalKind kind = RemovalKind::tree;
    bool is_doubtful = false;
    bool is_from_commit = false;
    bool is_beside_manifest = false;  // it, or a folder above it, is an output of the manifest beside it
};

// Whether what git ignores there is output. `ignored_as` is the file or folder that the pattern matches.
bool is_ignored_output(std::string_view ignored_as, bool is_folder, const RemovedPlace& place);

bool is_made_by(const HeldFile& file, const RecordedWork& work);

// Whether all that the working tree's version has more than git's was written by recorded calls: the file was as in
// git's index before the first of them, and between them nobody changed it.
bool is_changed_by(const HeldFile& file, const RecordedWork& work);

// Whether something came to be in that time.
bool is_born_in(const TimeSpan& span, Time birth);

RemovalFact loss_of(const RemovedPlace& place, std::span<const HeldFile> files, bool is_all_seen,
                    const RecordedWork& work);

}  // namespace hm
