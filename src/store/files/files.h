// The project's files, read only: where a path really leads. Links and ".." are resolved, so a rule about
// paths judges the file that would be touched, not its spelling.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/fields.h"
#include "base/time.h"
#include "domain/held_file.h"

namespace hm {

HM_ENUM(PathPlace, inside, outside)

struct ResolvedPath {
    std::string shown;  // relative to the root when inside, else absolute
    PathPlace place = PathPlace::inside;
};

// `given` may be absolute or relative to `directory`. The file need not exist.
ResolvedPath resolve_path(const std::filesystem::path& root, const std::filesystem::path& directory,
                          std::string_view given);

// When what is there was last changed, a link that leads nowhere included; nothing when nothing is there.
std::optional<Time> last_change(const std::filesystem::path& path);

// A pattern of paths as resolved paths are shown: the folders in front of its first star as they lead.
std::string resolve_pattern(const std::filesystem::path& root, std::string_view pattern);

// Whether the file system under the root tells A from a.
bool tells_case_apart(const std::filesystem::path& root);

// What places of the file system hold, and what git says of it. Reads only, within a number of entries and a time; what
// was not looked at by then is told as not seen.

struct LookLimit {
    std::size_t entries;  // that may still be looked at
    Deadline deadline;
};

struct HeldContent {
    std::vector<HeldFile> files;  // git's clean ones are left out
    bool is_all_seen = true;
};

// Whether an ignored folder needs no look: the index of the place, and the folder.
using PassOver = std::function<bool(std::size_t place, std::string_view folder)>;

// all: what lies there. changes: only those of its files that are not as git knows them.
HM_ENUM(LookFor, all, changes)

struct LookedPlace {
    std::string path;  // absolute, and no link is in front of its last name
    LookFor look_for = LookFor::all;
};

std::vector<HeldContent> look_at_places(std::span<const LookedPlace> places, const PassOver& passes_over,
                                        LookLimit& limit);

// Fills in indexed_at of modified files.
void add_index_times(std::span<HeldContent> contents, LookLimit& limit);

// Whether git ignores what would lie there, be it there or not. What git cannot say, and what lies in no repository,
// counts as ignored.
bool would_be_ignored(const std::string& path, LookLimit& limit);

// When a file or folder came to be; 0 when the file system does not know.
Time birth_of(const std::string& path);

// Whether the file begins as what compilers and linkers write does.
bool holds_machine_code(const std::string& path);

struct MatchedPlaces {
    std::vector<std::string> places;
    bool is_all_seen = true;
};

// The places that a pattern names: * ? [ within a name, ** for any number of folders. Small and big letters are one.
// Below
// ** links are not followed and repositories' own folders are not entered.
MatchedPlaces places_matching(const std::filesystem::path& start, std::string_view pattern, LookLimit& limit);

// Whether a file lies there that says how the folder is built: package.json, Cargo.toml.
bool has_manifest(const std::filesystem::path& folder);

}  // namespace hm
