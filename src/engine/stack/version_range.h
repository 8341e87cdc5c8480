// Versions as package managers write them: ^18.2, ~1.4, >=2 <3, ==1.0, 1.x, *. Only numbers between dots count; what is
// behind a - or + is left out. Pure.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace hm {

using Version = std::vector<int>;

// The first version that stands in a text, such as the one that "^18.2.0" begins at; nothing when there is none.
std::optional<Version> first_version(std::string_view text);

// Whether the version is within the range. A range without a number admits every version; several conditions must all
// hold, alternatives (||) one of them.
bool is_within(const Version& version, std::string_view range);

}  // namespace hm
