// What each session last saw of the documents it read or wrote: hash, lines and time, a line for each look, in a small
// file for each session under .hivemind/seen/read. A cache: losing it means that a file is read once more. Bounded in
// lines and in files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "store/locate.h"

namespace hm {

struct ReadFile {
    std::string hash;
    std::int64_t lines = 0;
    Time at;
};

// `path` is relative to the project.
Result<void> keep_read(const ProjectPaths& paths, const Id& session_id, std::string_view path, const ReadFile& read);

// Nothing when the session never saw it.
std::optional<ReadFile> last_read(const ProjectPaths& paths, const Id& session_id, std::string_view path);

// A document as it is now; nothing when there is none, or when it is none: a folder, a link, or too long to be read.
std::optional<std::string> read_document(const ProjectPaths& paths, std::string_view path);

}  // namespace hm
