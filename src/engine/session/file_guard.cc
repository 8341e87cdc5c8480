#include "engine/session/file_guard.h"

#include <algorithm>

#include "base/digest.h"

namespace hm {

GuardAnswer check_guard(const std::optional<FileGuard>& seen, const std::optional<FileState>& now, FileAuthor author) {
    if (!now) return GuardAnswer::may_write;  // there is nothing to lose
    if (!seen) return GuardAnswer::read_first;
    const FileState read{seen->last_read_hash, seen->last_read_line_count};
    if (read != *now) return GuardAnswer::changed_since_read;
    return author == FileAuthor::this_session ? GuardAnswer::may_append : GuardAnswer::may_write;
}

FileState state_of(std::string_view content) {
    return {sha256_hex(content), std::count(content.begin(), content.end(), '\n')};
}

}  // namespace hm
