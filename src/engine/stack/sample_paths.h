// Which files of a project are samples: examples, templates and fixtures are built on what they show, not on what the
// project is built on. Told by the folders on the way. Pure.
#pragma once

#include <string_view>

namespace hm {

bool is_sample_path(std::string_view path);

}  // namespace hm
