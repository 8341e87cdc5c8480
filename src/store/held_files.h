// What places of the file system hold, and what git says of it. Reads only, within a number of entries and a time; what
// was not looked at by then is told as not seen.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "domain/held_file.h"

namespace hm {

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

// What each of the places holds. They are absolute, and no link is in front of their last name.
std::vector<HeldContent> look_at_places(std::span<const std::string> places, const PassOver& passes_over,
                                        LookLimit& limit);

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
