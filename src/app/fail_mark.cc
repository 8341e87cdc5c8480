#include "app/fail_mark.h"

#include <fcntl.h>
#include <unistd.h>

namespace hm {

bool is_marked_closed(const std::filesystem::path& root) {
    return has_fail_mark(root);
}

Result<void> keep_fail_mark(const std::filesystem::path& root, FailMode fail) {
    const bool shall_be = fail == FailMode::closed;
    if (is_marked_closed(root) == shall_be) return {};
    const std::filesystem::path file = root / fail_mark;
    if (!shall_be) {
        std::error_code error;
        std::filesystem::remove(file, error);
    } else if (const int made = open(file.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600); made >= 0) {
        close(made);
    }
    if (is_marked_closed(root) == shall_be) return {};
    return hm::fail(ErrorCode::io, "The fail mode could not be marked in " + file.string() + ".",
                    "Make the folder writable; until then a hook that cannot read the store goes by its wiring.");
}

}  // namespace hm
