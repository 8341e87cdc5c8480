// The commands that clients of databases have beside SQL: they write files, run scripts and run programs.
#pragma once

#include "engine/shell/call.h"

namespace hm::shell {

// Notes what the client's own commands in the text do (.output x, \! rm x, writefile('x', …)). True when there are any.
bool judge_client_commands(const Word& text, const Call& call, Judge& judge);

}  // namespace hm::shell
