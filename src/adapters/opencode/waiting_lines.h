// The requests that were read and not answered yet, and the order in which they are: a call that is about to happen
// (tool.execute.before) goes before all others, because its client waits for it and gives up soon. It waits only for
// what its own session recorded before it. All other requests keep their order.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "base/json.h"

namespace hm::opencode {

struct WaitingLine {
    std::string text;              // of a line that is too long: how it begins
    Result<json::object> request;  // or why it cannot be read
    std::string hook = {};
    std::string session = {};  // may be empty
};

class WaitingLines {
public:
    explicit WaitingLines(std::size_t longest) : longest_(longest) {}

    // Bytes of the input, in any portions. A line that is longer than the longest is kept by its beginning alone.
    void add(std::string_view bytes);

    std::size_t size() const { return lines_.size(); }
    // That the lines hold.
    std::size_t bytes() const { return bytes_; }
    // The one to be answered now. REQUIRES: there is one.
    WaitingLine next();
    // All that was read and not given out, as it came.
    std::string unread() const;

private:
    void take_line(std::string_view line);
    std::size_t first_to_answer() const;

    std::size_t longest_;
    std::deque<WaitingLine> lines_;
    std::size_t bytes_ = 0;
    std::string begun_;         // a line whose end has not come
    bool is_skipping_ = false;  // the rest of a line that is too long
};

}  // namespace hm::opencode
