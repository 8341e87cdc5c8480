// The process that works behind the answers: `hivemind serve opencode_later`, this program once more. It gets items
// (later_work.h) as its standard input, does them one after the other and ends. At most one runs for a child; what
// comes meanwhile waits for the next one. A child that ends hands over what is left and waits for nothing.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "adapters/opencode/later_work.h"
#include "base/id.h"
#include "base/time.h"

namespace hm::opencode {

class Behind {
public:
    Behind() = default;
    ~Behind();
    Behind(const Behind&) = delete;
    Behind& operator=(const Behind&) = delete;

    // Becomes readable when the process has ended; -1 while none runs.
    int ended() const { return ended_; }
    // Collects the process. REQUIRES: ended() is readable.
    void collect();
    // Starts a process for what is there, unless one runs. What cannot be started is dropped.
    void start(LaterWork& work);
    // For a child that ends: starts a process for what is there, whether or not one runs, and waits for none.
    void hand_over(LaterWork& work);

private:
    pid_t pid_ = -1;
    int ended_ = -1;
};

// What that process runs. Returns the exit code.
int work_behind(const std::filesystem::path& directory, Clock& clock, IdSource& ids);

}  // namespace hm::opencode
