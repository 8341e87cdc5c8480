// The guard of planning files: read before you write. What a session last saw of a file is compared with what is there
// now, by content and by lines, before anything is written. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/codec.h"
#include "base/fields.h"
#include "base/time.h"
#include "domain/texts.h"

namespace hm {

// What is in a file; without one, nothing.
struct FileState {
    std::string hash;
    std::int64_t lines = 0;
    auto operator<=>(const FileState&) const = default;
};

// What a session last saw of a file.
struct FileGuard {
    std::string last_read_hash;
    std::int64_t last_read_line_count = 0;
    Time last_read_at;
};

HM_ENUM(FileAuthor, this_session, another)
// may_append: only lines at the end of the log; may_write: the whole file.
HM_ENUM(GuardAnswer, may_write, may_append, read_first, changed_since_read)

// The four checks, in order: was it read; is it still what was read; is it this session's own; then it may be written.
GuardAnswer check_guard(const std::optional<FileGuard>& seen, const std::optional<FileState>& now, FileAuthor author);

FileState state_of(std::string_view content);

}  // namespace hm
