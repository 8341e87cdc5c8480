// Giving way to a newer program: a process that meets a store of a newer schema becomes the program that was installed
// in its place meanwhile. It happens once; what was read and not answered goes along.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hm {

// Replaces this process by the file that lies now where it was started from, with the same arguments. Returns when
// there is no other file than the one that runs, when it cannot be started, or when this process was replaced already.
void become_installed_program(const std::vector<std::string>& arguments, std::string_view unread);

// What the program before this one had read from standard input and not answered; "" when there was none.
std::string take_unread();

}  // namespace hm
