// What would be lost for good if a place were removed with all that it holds. No place may go because of its name
// alone. Nothing is lost of
//   - what git can bring back: known to it, and as it is in the last commit;
//   - what recorded calls of this session, of those above it or below them have made;
//   - what git ignores and is output: a folder of the place, of those between it and the pattern that git ignores, or
//   of
//     what lies in it, has a name that only tools give (node_modules), or git ignores a folder with a usual name of
//     outputs (artifacts) as a whole; or a recorded build or installation has made it;
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

// What calls of the session and its relatives are on record for.
struct RecordedWork {
    std::vector<TimeSpan> calls;   // while a call ran that may write
    std::vector<TimeSpan> builds;  // while a build or an installation ran
    std::vector<std::string>
        created;  // absolute: files and folders that were not there before the call that wrote them
};

// A place as the command names it, resolved.
struct RemovedPlace {
    std::string path;   // absolute
    std::string shown;  // as it is told
    bool is_doubtful = false;
    bool is_beside_manifest = false;  // it, or a folder above it, is an output of the manifest beside it
};

// Whether what git ignores there is output. `ignored_as` is the file or folder that the pattern matches.
bool is_ignored_output(std::string_view ignored_as, bool is_folder, const RemovedPlace& place);

bool is_made_by(const HeldFile& file, const RecordedWork& work);

RemovalFact loss_of(const RemovedPlace& place, std::span<const HeldFile> files, bool is_all_seen,
                    const RecordedWork& work);

}  // namespace hm
