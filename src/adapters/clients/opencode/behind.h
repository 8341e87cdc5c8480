// What a request leaves to be done behind its answer: looks at the tree, at git and at old records, which take as long
// as the disk and other processes let them. A child that answers calls does none of it: it is handed to a process of
// its own (behind.h), so that no call waits for it. Every item is derived work: what is lost is made up for by the next
// look of its kind.
#pragma once

#include <sys/types.h>

#include <deque>
#include <filesystem>
#include <string>

#include "app/command/workspace.h"
#include "app/hooks/handle.h"
#include "base/id.h"
#include "base/json.h"
#include "base/time.h"

namespace hm::opencode {

// The items, each one JSON object as a line. Bounded: past its limit the oldest is dropped.
class LaterWork {
public:
    void add(const FollowUp& work);

    bool empty() const { return items_.empty(); }
    // The oldest items, as many as `most_bytes` hold but one at least. REQUIRES: not empty.
    std::string take(std::size_t most_bytes);

private:
    std::deque<std::string> items_;
};

// Does one item. What fails in it fails alone.
void do_later(const json::object& item, const std::filesystem::path& directory, Workspace& workspace);

// The process that works behind the answers: `hivemind serve opencode_later`, this program once more. It gets items
// (behind.h) as its standard input, does them one after the other and ends. At most one runs for a child; what
// comes meanwhile waits for the next one. A child that ends hands over what is left and waits for nothing.

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
