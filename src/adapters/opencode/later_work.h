// What a request leaves to be done behind its answer: looks at the tree, at git and at old records, which take as long
// as the disk and other processes let them. A child that answers calls does none of it: it is handed to a process of
// its own (behind.h), so that no call waits for it. Every item is derived work: what is lost is made up for by the next
// look of its kind.
#pragma once

#include <deque>
#include <filesystem>
#include <string>

#include "app/hooks/after_tool.h"
#include "app/hooks/agent_event.h"
#include "app/workspace.h"
#include "base/json.h"

namespace hm::opencode {

// The items, each one JSON object as a line. Bounded: past its limit the oldest is dropped.
class LaterWork {
public:
    void call_is_done(const AgentIdentity& who, const LeftByCall& left);
    void session_began(const AgentIdentity& who);
    void session_rests(const AgentIdentity& who);
    void session_ended(const AgentIdentity& who);

    bool empty() const { return items_.empty(); }
    // The oldest items, as many as `most_bytes` hold but one at least. REQUIRES: not empty.
    std::string take(std::size_t most_bytes);

private:
    void add(json::object item);

    std::deque<std::string> items_;
};

// Does one item. What fails in it fails alone.
void do_later(const json::object& item, const std::filesystem::path& directory, Workspace& workspace);

}  // namespace hm::opencode
