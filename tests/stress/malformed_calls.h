// Malformed events before a tool call, in the shape of each way in: what no client sends on purpose, and what a broken
// or hostile one might. None of them can be judged.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace hm::testing {

// How a client spells a call that is about to happen.
struct CallShape {
    std::string tool_member;       // "tool_name"
    std::string arguments_member;  // "tool_input"
    std::string shell;             // the name of its shell tool
    std::vector<std::string> writers;
    std::string path_member;  // of its writers' arguments
    // An event around the call's own members.
    json::object (*around)(json::object call) = nullptr;
};

struct Malformed {
    std::string what;
    std::string text;
};

// The event of a sound call.
std::string sound_call(const CallShape& shape, std::string_view tool, json::value arguments);

// Each one way to be malformed. None is longer than a megabyte.
std::vector<Malformed> malformed_calls(const CallShape& shape);

}  // namespace hm::testing
