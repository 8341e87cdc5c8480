// The last word of a hook's process: what it answers when its own time is over or it crashes. A client that gets no
// answer lets the call through in silence, so there always is one. Set once, replaced as more is known.
#pragma once

#include <string_view>

#include "base/time.h"

namespace hm::hook {

// From now on a signal that would end this process, or `patience` passing, prints the last word instead.
void arm_last_word(Duration patience);

// `answer` goes to standard output, `notice` to standard error. Longer ones than fit are left out.
void set_last_word(std::string_view answer, std::string_view notice);

// What is left for the trail besides: `text` is written to `making`, which is then called `file`. Without it, or when
// one of them does not fit, nothing is left.
void set_last_record(std::string_view making, std::string_view file, std::string_view text);

// The answer is given: nothing is printed any more.
void disarm_last_word();

}  // namespace hm::hook
