// Where this checkout and the program built from it are. The only file that knows: a path in the command line of every
// test would compile all of them anew in each checkout.
#pragma once

#include <filesystem>

namespace hm::testing {

std::filesystem::path source_directory();

// REQUIRES: the program was built with the tests.
std::filesystem::path built_program();

}  // namespace hm::testing
