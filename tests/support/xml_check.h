// A strict reader of XML, for tests: it accepts one element with everything in it and nothing beside it. No outside
// declarations, no comments, no character data sections: a pack needs none of them.
#pragma once

#include <string>
#include <string_view>

namespace hm::testing {

// What is wrong with it and where; empty when it is well formed.
std::string xml_problem(std::string_view text);

}  // namespace hm::testing
