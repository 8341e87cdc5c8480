// The words of signals: what was seen, and the one thing to do. A signal that was told twice and left is said again in
// other words, more quietly, not louder.
#pragma once

#include <string>

#include "engine/detect/detect.h"

namespace hm {

HM_ENUM(Tone, first, again)

struct SignalWords {
    std::string text;
    std::string advice;
};

SignalWords signal_words(const Detected& detected, Tone tone);

// One line for each, "high failures_in_row: …", for status and the pack.
std::string signal_lines(const std::vector<Signal>& signals);

}  // namespace hm
