// LockHolder: another process in the middle of a write. It holds the store's write lock until released.
#pragma once

#include <filesystem>

#include "support/child_process.h"

namespace hm::testing {

class LockHolder {
public:
    // Returns once the lock is held.
    explicit LockHolder(const std::filesystem::path& database);

    void stop() const;   // SIGSTOP: it neither goes on nor dies
    void go_on() const;  // SIGCONT
    void release();      // rolls back and ends

private:
    ChildProcess child_;
};

}  // namespace hm::testing
