// ExclusiveHold: while it lives, nobody has the store open, and whoever opens it waits. SQLite itself is asked: a
// connection that has read from a store keeps a shared lock on the file until it is closed, so the exclusive lock is
// given only when there is no other connection, of this process or any other. What the file holds does not
// matter: a damaged one can be held too.
#pragma once

#include <filesystem>

#include "base/deadline.h"
#include "base/result.h"

struct sqlite3;

namespace hm {

class ExclusiveHold {
public:
    // Fails with busy when others keep it open past the deadline.
    static Result<ExclusiveHold> take(const std::filesystem::path& database, Deadline deadline);
    ExclusiveHold(ExclusiveHold&& other) noexcept;
    ExclusiveHold& operator=(ExclusiveHold&&) = delete;
    ~ExclusiveHold();

private:
    explicit ExclusiveHold(sqlite3* handle) : handle_(handle) {}
    sqlite3* handle_;
};

}  // namespace hm
