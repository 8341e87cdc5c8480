#include "store/sqlite/exclusive_hold.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <utility>

namespace hm {
namespace {

sqlite3_file* file_of(sqlite3* handle) {
    sqlite3_file* file = nullptr;
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return file;
}

int lock(sqlite3_file* file) {
    const int shared = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
    if (shared != SQLITE_OK) return shared;
    const int exclusive = file->pMethods->xLock(file, SQLITE_LOCK_EXCLUSIVE);
    if (exclusive != SQLITE_OK) file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
    return exclusive;
}

std::unexpected<Error> held_by_others(const std::filesystem::path& database) {
    return fail(Error{ErrorCode::busy,
                      "Another process has the store open.",
                      "End the agents' clients and other hivemind processes of this project, then try again.",
                      "The store is replaced only when nobody else uses it; SQLite gave no exclusive lock.",
                      {database.string()}});
}

}  // namespace

Result<ExclusiveHold> ExclusiveHold::take(const std::filesystem::path& database, Deadline deadline) {
    sqlite3* handle = nullptr;
    const int opened = sqlite3_open_v2(database.c_str(), &handle,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nullptr);
    ExclusiveHold hold(handle);
    sqlite3_file* file = opened == SQLITE_OK ? file_of(handle) : nullptr;
    if (file == nullptr || file->pMethods == nullptr) {
        return fail(ErrorCode::store_failed, fmt::format("{} cannot be opened.", database.string()),
                    "Check that it is a file this user can read and write.");
    }
    while (true) {
        const int code = lock(file);
        if (code == SQLITE_OK) return hold;
        if ((code & 0xFF) != SQLITE_BUSY) {
            return fail(ErrorCode::store_failed, fmt::format("{} cannot be locked.", database.string()),
                        "Check the disk and the permissions of `.hivemind`.");
        }
        if (deadline.has_passed()) return held_by_others(database);
        usleep(5000);
    }
}

ExclusiveHold::ExclusiveHold(ExclusiveHold&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}

ExclusiveHold::~ExclusiveHold() {
    if (handle_ == nullptr) return;
    sqlite3_file* file = file_of(handle_);
    if (file != nullptr && file->pMethods != nullptr) file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
    sqlite3_close_v2(handle_);
}

}  // namespace hm
